"""The studio: a page in the browser that shows a set while its maker chooses, and makes it.

`engine` answers what the page asks, as values, without disk or network; `server` carries the questions to it from a
browser on the same machine; `page` is what the browser shows. The words in which a page asks are those of the command
line, read by the very same commands.
"""
