"""Words of each text format, for mutations of what readers read."""

JSON_WORDS = ('"tiles"', '"tile"', '"corner"', '"turn"', '"cell"', '"corners"', "[", "]", "{", "}", "NaN", "1e999",
              "-0", "null", "true", '"\\ud800"', "9" * 30, ":", ",")  # fmt: skip
TOML_WORDS = ("[", "]", "=", '"', "'''", "{", "}", "inf", "nan", "-", "9" * 5000, "0x" + "f" * 4000, "1e400",
              "[[inks]]", "true", "1979-05-27", "a.b.c", '"\\u001b"', "#", "\\", '""""')  # fmt: skip
SVG_WORDS = ("<g>", "</g>", "<use href='#c'/>", "transform='", "matrix(", "1e308", "-1", "NaN", "%", "z", "M",
             "A 1 1 0 0 1", "<!DOCTYPE svg [<!ENTITY a 'b'>]>", "&a;", "<style>", "url(#x)", "xlink:href='http://a.b/c'",
             "<image/>", "stroke-width='", "fill='none'", "viewBox='", "<path d='", "/>", "&#x1b;",
             "<![CDATA[")  # fmt: skip
QUOMINO_WORDS = ("quomino", "black", "white", "turn", "place", "pass", "se", "9", "saved", "moves, check", "setting",
                 "to move", "last turned:", "x", "B", "W", ".", "a1", "p16", "#", "computer", "depth", "seed", "hint",
                 "undo", "moves", "save")  # fmt: skip
TRIOMINO_WORDS = ("players", "round", "end", "opens", "draws", "places", "passes", "hexagon", "hexagons", "bridge",
                  "Ann", "Ben", "0-0-0", "1-3-5", "=", ",", "#", "999999")  # fmt: skip
MARKDOWN = ("$", "${", "$$", "$size", "<!-- for x -->\n", "<!-- end -->\n", "<!--", "-->\n", "```figure opening\n",
            "caption: ", "alt: ", "claims: ", "# ", "> ", "- ", "1. ", "|a|b|\n|-|-|\n", "*", "**", "`", "[a]: b\n",
            "![x](/etc/passwd)", '#import "@preview/cetz:0.3.0"', '#read("/etc/passwd")', "\\", "&#27;", "&nbsp;",
            "\n\n", "***\n", '"', "a" * 3000)  # fmt: skip
OPTION_WORDS = ("\0--size\0", "\0--edge\0", "\0--count\0", "\0--kerf\0", "\0--seed\0", "\0--profile\0", "\0-o\0",
                "\0--format\0", "\0--board\0", "\0--symbols\0", "\0--project\0", "\0--help", "1e999", "nan", "-1",
                "9" * 40, "../../x", "/dev/zero", "=", ",", "\0--\0", "\0--finish\0", "mm", "in")  # fmt: skip
