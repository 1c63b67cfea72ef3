"""What is read on paper: sets, a game's texts and a paper size come in; pages (`model.page`) and Typst's books go out.
Begin with `rulebook`; `prose` reads Markdown with fields, `sheets` and `boards` fill pages to cut or to write on,
`inventory` lists pieces, `form` makes score sheets, `pictures` draws, `words` has the texts of each language.
"""
