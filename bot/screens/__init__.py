"""What people see: a view and words in, a Screen (or a line of text) out. Pure functions, no Telegram.

One file a place: the lobby, the table in the group, the end of a series, the hand in private, practice, alerts, and
what commands answer. Names, cards, tricks and choices are written in one way everywhere, in the files called so.
"""
