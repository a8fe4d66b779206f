"""Reports as people and programs read them: terminal text, Markdown, JSON; knows no terminal library."""
