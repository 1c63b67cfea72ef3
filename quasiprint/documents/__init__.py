"""What is read on paper: sets, texts and a paper come in; pages (`model.page`) and Typst's books go out. Begin with
`rulebook`, which reads Markdown; `sheets` and `boards` fill pages, `form` makes score sheets, `pictures` draws."""
