"""The table of faults and games, as the README shows it."""

from __future__ import annotations

from faults.results import GameResult, Result


def table(results: list[Result], tables: int) -> str:
    """Return the results as a Markdown table: a row a fault, a column a game."""
    games = list(results[0].games)
    lines = [
        "Each cell: moves written / acknowledged / lost / doubled, and seconds until everybody had gone on"
        " (–: nobody was playing then who could)"
        f", {tables} tables of all games at once.",
        "",
        f"| fault | {' | '.join(games)} | kept |",
        f"| --- | {' | '.join('---' for _ in games)} | --- |",
    ]
    title = ""
    for result in results:
        if result.deployment != title:
            title = result.deployment
            lines.append(f"| **{title}** | {' | '.join('' for _ in games)} | |")
        cells = [_cell(result.games[game]) for game in games]
        kept = "yes" if all(one.good for one in result.games.values()) else "**no**"
        notes = f" ({'; '.join(result.notes)})" if result.notes else ""
        lines.append(f"| {result.injury}{notes} | {' | '.join(cells)} | {kept} |")
    return "\n".join(lines)


def _cell(result: GameResult) -> str:
    figures = f"{result.moves} / {result.acknowledged} / {result.lost} / {result.doubled}"
    return f"{figures}, " + ("–" if result.recovery is None else f"{result.recovery:.1f} s")


def remarks(results: list[Result]) -> str:
    """Return the figures of each game in a line, and every promise that was not kept."""
    lines = []
    for result in results:
        for game, figures in result.games.items():
            lines.append(f"  {game:12} {_cell(figures)}")
            lines += [f"    ! {fault}" for fault in figures.faults[:12]]
        lines += [f"  {note}" for note in result.notes]
    return "\n".join(lines)
