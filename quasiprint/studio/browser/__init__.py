"""What the page needs where no server is: its way to Python in the browser, and what stands in for two libraries there.

The Python files here are files of the page: they run in the browser alone, under the names of the libraries.
"""
