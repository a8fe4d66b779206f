"""The stage that says in a paragraph what the answers of one question come to."""
