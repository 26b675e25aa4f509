"""The staff's pages."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from gamekit import registry
from gamekit.errors import GameError
from spieltisch.console import selectors, services
from spieltisch.console.forms import BanForm, PresetForm
from spieltisch.lobby.models import Preset
from spieltisch.tables.directory import directory

View = Callable[..., HttpResponse]


def staff_only(view: View) -> View:
    """Let staff in, and send everybody else to the sign-in page."""
    guarded: View = staff_member_required(login_url="accounts:sign_in")(view)
    return guarded


@staff_only
def tables(request: HttpRequest) -> HttpResponse:
    """Show all tables; the list alone for the page that refreshes itself."""
    chosen = {name: request.GET.get(name, "") for name in ("game", "status", "text")}
    context = {
        "tables": selectors.tables(**chosen),
        "chosen": chosen,
        "figures": selectors.figures(),
        "statuses": ("open", "running", "paused", "finished", "aborted"),
        "all_games": list(registry.games().values()),
    }
    return render(request, "console/rows.html" if request.GET.get("rows") else "console/tables.html", context)


@staff_only
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show one table: seats, connections, state and log, with what can be done."""
    try:
        actor = async_to_sync(directory().get)(code)
    except GameError as error:
        messages.error(request, error.message)
        return redirect("console:tables")
    state = actor.game.rules.dump(actor.match.state) if actor.match is not None else None
    context = {
        "table": actor.describe(),
        "game": actor.game,
        "listeners": selectors.listeners(actor),
        "steps": selectors.last_steps(actor),
        "state": state,
        "expected": actor.expected(),
    }
    return render(request, "console/table.html", context)


@staff_only
@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Do something to a table."""
    data = {name: request.POST.get(name, "") for name in ("seat", "bot", "to", "text")}
    _attempt(request, services.act_on_table, request.user, code, request.POST.get("action", ""), data)
    return redirect("console:table", code)


@staff_only
@require_POST
def announce(request: HttpRequest) -> HttpResponse:
    """Tell every table something."""
    _attempt(request, services.announce, request.user, request.POST.get("text", ""))
    return redirect("console:tables")


@staff_only
@require_POST
def drain(request: HttpRequest) -> HttpResponse:
    """Begin or end draining."""
    _attempt(request, services.drain, request.user, request.POST.get("on") == "1")
    return redirect("console:tables")


@staff_only
def bans(request: HttpRequest) -> HttpResponse:
    """List bans, and make one."""
    form = BanForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        _attempt(request, services.ban, request.user, form.ban())
        return redirect("console:bans")
    return render(request, "console/bans.html", {"form": form, "bans": selectors.bans()})


@staff_only
@require_POST
def lift(request: HttpRequest, number: int) -> HttpResponse:
    """Lift a ban."""
    _attempt(request, services.lift_ban, request.user, number)
    return redirect("console:bans")


@staff_only
def presets(request: HttpRequest) -> HttpResponse:
    """List presets, and keep an uploaded configuration as one."""
    form = PresetForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            content = data["file"].read(1_000_000)
            async_to_sync(services.save_preset)(request.user, data["game"], data["name"], content)
        except GameError as error:
            form.add_error(error.field if error.field in form.fields else "file", error.message)
        else:
            messages.success(request, _("Kept."))
            return redirect("console:presets")
    return render(request, "console/presets.html", {"form": form, "presets": Preset.objects.all()})


@staff_only
def audit(request: HttpRequest) -> HttpResponse:
    """Show what staff did."""
    return render(request, "console/audit.html", {"entries": selectors.audit()})


def _attempt(request: HttpRequest, work: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
    try:
        async_to_sync(work)(*given)
    except GameError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Done."))
