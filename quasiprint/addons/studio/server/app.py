"""The addresses of the studio: the files of the page, questions to the engine, and runs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from html import escape
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from quasiprint.addons.studio.engine import LONG, NAMES
from quasiprint.addons.studio.server.guard import App, Guard, Limits, Rejection, read, refusal
from quasiprint.addons.studio.server.runs import Full, Hand, Run, Runs, Stopped
from quasiprint.addons.studio.static import page_files

INDEX = "index.html"
HERE = b'data-transport="http"'
LOOKS_EVERY = 0.02  # s


class Studio:
    """What the addresses lead to. folder: the server's own, empty. public: where others find the studio, "" for
    nowhere."""

    def __init__(self, folder: Path, limits: Limits, public: str = "") -> None:
        self._limits = limits
        self._files = page_files()
        if public:
            media, page = self._files[INDEX]
            self._files[INDEX] = media, page.replace(HERE, HERE + f' data-public="{escape(public)}"'.encode(), 1)
        self.quick = Hand(limits.memory, warm=True)
        self._turn = asyncio.Lock()
        self._waiting = 0
        self.runs = Runs(folder, limits)

    async def page(self, request: Request) -> Response:
        """Answer with a file of the page."""
        name = request.path_params.get("name", INDEX)
        found = self._files.get(name)
        if found is None:
            return refusal(404, "page: there is no such file")
        media, content = found
        return Response(content, media_type=media, headers={"cache-control": "no-cache"})

    async def question(self, request: Request) -> Response:
        """Answer a question; begin a run for one that takes long."""
        name = request.path_params["name"]
        if name not in NAMES:
            return refusal(404, "question: there is no such question")
        value = read(await request.body(), self._limits)
        if name in LONG:
            try:
                run = self.runs.start(name, value)
            except Full:
                return busy()
            return JSONResponse({"run": run.id}, 202)
        if self._waiting >= self._limits.waiting:
            return busy()
        self._waiting += 1
        try:
            return await self._answer(request, name, value)
        finally:
            self._waiting -= 1

    async def _answer(self, request: Request, name: str, value: dict[str, Any]) -> Response:
        async with self._turn:
            if await request.is_disconnected():
                return Response(status_code=499)  # nobody waits any more: the page has asked for something else
            leaving = asyncio.create_task(self._forget_when_left(request))
            try:
                made = await self.quick.ask(name, value, self._limits.quick, lambda _: None)
            except Stopped as problem:
                return refusal(500, str(problem))
            except asyncio.CancelledError:
                await self.quick.stop()
                raise
            finally:
                leaving.cancel()
        return Response(made.body, media_type="application/json")

    async def _forget_when_left(self, request: Request) -> None:
        """Let the engine forget a question whose page does not wait any more: the next waits for it otherwise."""
        while not await request.is_disconnected():
            await asyncio.sleep(LOOKS_EVERY)
        self.quick.forget()

    def _run(self, request: Request) -> Run:
        run = self.runs.get(request.path_params["id"])
        if run is None:
            raise Rejection(404, "run: there is none of this number")
        return run

    async def run(self, request: Request) -> Response:
        """Tell what has become of a run."""
        return JSONResponse(self.runs.state(self._run(request)))

    async def cancel(self, request: Request) -> Response:
        """End a run."""
        run = self._run(request)
        await self.runs.cancel(run)
        return JSONResponse(self.runs.state(run))

    async def file(self, request: Request) -> Response:
        """Answer with the file that a run has made."""
        made = self._run(request).done
        if made is None or made.path is None:
            return refusal(404, "run: it has no file")
        return FileResponse(made.path, media_type=made.media, filename=made.file)

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """Have a warm process while the server is up, and none afterwards."""
        await self.quick.start()
        try:
            yield
        finally:
            await self.runs.close()
            await self.quick.stop()


def busy() -> Response:
    """Return what is answered when too many wait: the page tries again."""
    return JSONResponse({"refused": {"message": "The studio is busy."}}, 503, {"retry-after": "1"})


async def _refusal(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, Rejection)
    return refusal(problem.status, problem.message)


def app(studio: Studio, hosts: frozenset[str], token: str, limits: Limits) -> App:
    """Return the studio behind its guard."""
    routes = [
        Route("/", studio.page),
        Route("/api/{name}", studio.question, methods=["POST"]),
        Route("/runs/{id}", studio.run, methods=["POST"]),
        Route("/runs/{id}/cancel", studio.cancel, methods=["POST"]),
        Route("/runs/{id}/file", studio.file, methods=["POST"]),
        Route("/{name}", studio.page),
    ]
    inner = Starlette(routes=routes, lifespan=studio.lifespan, exception_handlers={Rejection: _refusal})
    return Guard(inner, hosts, token, limits)
