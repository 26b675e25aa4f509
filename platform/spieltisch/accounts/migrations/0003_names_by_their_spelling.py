"""Accounts are told apart by what their names have in common in all spellings, the same on every database."""

import unicodedata
from typing import Any

from django.db import migrations, models


def key_of(name: str) -> str:
    tidied = " ".join(unicodedata.normalize("NFKC", name).split())
    return unicodedata.normalize("NFKC", tidied.casefold())


def fill(apps: Any, schema_editor: Any) -> None:
    """Give everybody a key; of two accounts whose names are spellings of one, the older has it to itself."""
    people = apps.get_model("accounts", "User").objects
    taken: set[str] = set()
    for pk, username in people.order_by("pk").values_list("pk", "username").iterator():
        key = key_of(username)
        if key in taken:
            key = f"{key}#{pk}"
        taken.add(key)
        people.filter(pk=pk).update(name_key=key)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_token_scopes'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='name_key',
            field=models.CharField(default='', editable=False, max_length=600),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
