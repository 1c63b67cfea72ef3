"""A server for one browser on this machine. In: HTTP requests. Out: the engine's answers, or refusals.

Begin with `start`, which knows the addresses, queues long work and bounds how long a client may keep it waiting;
`guard` refuses what does not come from the studio's page, `worker` runs the engine in a process of its own."""
