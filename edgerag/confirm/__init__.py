"""What several sources bear out, and how much: line graphs and their confidence (MultiRAG III.C-D)."""
