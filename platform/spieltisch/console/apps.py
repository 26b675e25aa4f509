"""The app of the staff's console."""

from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    """The staff's pages."""

    name = "spieltisch.console"
    label = "console"

    def ready(self) -> None:
        """Listen to what staff do outside the console."""
        from django.contrib.admin.models import LogEntry
        from django.contrib.auth.signals import user_logged_in
        from django.db.models.signals import post_save

        from spieltisch.console.audit import note_admin, note_sign_in

        post_save.connect(note_admin, sender=LogEntry, dispatch_uid="audit")
        user_logged_in.connect(note_sign_in, dispatch_uid="audit")
