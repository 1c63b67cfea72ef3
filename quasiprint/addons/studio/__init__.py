"""The studio: a page in the browser that shows a set while its user chooses, and makes it. In: the page's questions, in
the words of the command line. Out: values, pictures and files.

Begin with `engine`, which answers without disk or network; `server` brings it the questions of a browser on the same
machine; `page` is what the browser shows."""
