"""The staff's view of users and tokens."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from spieltisch.accounts.models import ApiToken, FailedLogin, User
from spieltisch.accounts.recall import recall
from spieltisch.console.administration import NotedAdmin
from spieltisch.console.audit import note_each

admin.site.unregister(Group)


@admin.register(User)
class PersonAdmin(NotedAdmin[User], UserAdmin[User]):
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
        locked = list(others.values_list("pk", flat=True))
        others.update(is_active=False)
        recall(*locked)

    @admin.action(description=_("Let the chosen users in again"))
    def unlock(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Accept them again."""
        note_each(request.user, "unlock", users)
        users.update(is_active=True)

    def log_change(self, request: HttpRequest, object: User, message: Any) -> LogEntry:
        """Write it down, and let whoever was changed show anew who he is: a new password comes by here as well."""
        recall(object.pk)
        return super().log_change(request, object, message)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete an account, and close what it has open."""
        self.delete_queryset(request, User.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete accounts, and close what they have open."""
        deleted = list(queryset.values_list("pk", flat=True))
        super().delete_queryset(request, queryset)
        recall(*deleted)


@admin.register(Group)
class GroupsAdmin(NotedAdmin[Group], GroupAdmin):
    """Groups as Django has them."""


@admin.register(ApiToken)
class ApiTokenAdmin(NotedAdmin[ApiToken]):
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
        owners = set(valid.values_list("user", flat=True))
        valid.update(revoked=timezone.now())
        recall(*owners)

    def delete_model(self, request: HttpRequest, obj: ApiToken) -> None:
        """Delete a token, and close what its owner has open."""
        self.delete_queryset(request, ApiToken.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        """Delete tokens, and close what their owners have open."""
        owners = set(queryset.values_list("user", flat=True))
        super().delete_queryset(request, queryset)
        recall(*owners)


@admin.register(FailedLogin)
class FailedLoginAdmin(NotedAdmin[FailedLogin]):
    """Wrong passwords of the last minutes; deleting them lifts the limit."""

    list_display = ("account", "address", "time")
    search_fields = ("account", "address")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: they come by themselves."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: FailedLogin | None = None) -> bool:
        """Refuse: they are a record."""
        return False
