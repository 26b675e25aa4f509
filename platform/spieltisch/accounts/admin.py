"""The staff's view of users and tokens."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from spieltisch.accounts.models import ApiToken, FailedLogin, User
from spieltisch.console.audit import note_each


@admin.register(User)
class PersonAdmin(UserAdmin[User]):
    """Accounts and guests; locking one is the tick `active`."""

    list_display = ("username", "display_name", "is_guest", "is_staff", "is_active", "last_login")
    list_filter = ("is_guest", "is_staff", "is_active")
    search_fields = ("username", "display_name")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("At the table"), {"fields": ("display_name", "is_guest")}))
    actions = ["lock", "unlock"]

    @admin.action(description=_("Lock the chosen users out"))
    def lock(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Refuse their sign-in and their tokens."""
        others = users.exclude(username=request.user.get_username())
        note_each(request.user, "lock", others)
        others.update(is_active=False)

    @admin.action(description=_("Let the chosen users in again"))
    def unlock(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Accept them again."""
        note_each(request.user, "unlock", users)
        users.update(is_active=True)


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    """Tokens: who has one and when it was used. Made with `manage.py createtoken` or by their owners."""

    list_display = ("user", "label", "scope", "created", "last_used", "revoked")
    list_filter = ("scope", "revoked")
    search_fields = ("user__username", "user__display_name", "label")
    readonly_fields = ("user", "scope", "digest", "created", "last_used", "revoked")
    actions = ["revoke"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: a token made here could not be shown to its owner."""
        return False

    @admin.action(description=_("Revoke the chosen tokens"))
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        """Refuse these tokens from now on."""
        valid = tokens.filter(revoked=None)
        note_each(request.user, "revoke token", valid.select_related("user"))
        valid.update(revoked=timezone.now())


@admin.register(FailedLogin)
class FailedLoginAdmin(admin.ModelAdmin[FailedLogin]):
    """Wrong passwords of the last minutes; deleting them lifts the limit."""

    list_display = ("account", "address", "time")
    search_fields = ("account", "address")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: they come by themselves."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: FailedLogin | None = None) -> bool:
        """Refuse: they are a record."""
        return False
