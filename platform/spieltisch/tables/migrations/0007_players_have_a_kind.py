from typing import Any

from django.db import migrations, models


def take_kinds_from_setups(apps: Any, schema_editor: Any) -> None:
    """Say of everybody who has played what the setup of the match says."""
    Match, MatchPlayer = (apps.get_model("tables", name) for name in ("Match", "MatchPlayer"))
    for pk, players in Match.objects.values_list("pk", "players").iterator(chunk_size=100):
        for seat, player in enumerate(players):
            MatchPlayer.objects.filter(match_id=pk, seat=seat).update(kind=player.get("kind", ""))


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0006_seat_tokens_last_as_long_as_seats'),
    ]

    operations = [
        migrations.AddField(
            model_name='matchplayer',
            name='kind',
            field=models.CharField(blank=True, db_default='', default='', max_length=10),
        ),
        migrations.RunPython(take_kinds_from_setups, migrations.RunPython.noop),
    ]
