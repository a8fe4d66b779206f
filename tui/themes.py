"""The three themes: dark, light, and high contrast for bright rooms and weak eyes."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

THEMES: Final = (
    Theme(
        name="dark",
        primary="#6cb2c9",
        secondary="#3f6f80",
        accent="#e0b361",
        warning="#e0b361",
        error="#ef8a80",
        success="#8cc98f",
        foreground="#dfe4e6",
        background="#14191c",
        surface="#1b2226",
        panel="#243037",
        dark=True,
    ),
    Theme(
        name="light",
        primary="#1d6a84",
        secondary="#8fb6c4",
        accent="#8a5a00",
        warning="#8a5a00",
        error="#b02318",
        success="#22702c",
        foreground="#1d2529",
        background="#fbfbf9",
        surface="#f1f2ef",
        panel="#e2e6e5",
        dark=False,
    ),
    Theme(
        name="high-contrast",
        primary="#00e5ff",
        secondary="#00a0b4",
        accent="#ffe600",
        warning="#ffe600",
        error="#ff9d9d",
        success="#7dff7d",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1c1c1c",
        dark=True,
        text_alpha=1.0,
    ),
)
