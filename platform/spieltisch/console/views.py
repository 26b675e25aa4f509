"""The staff's pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from gamekit import registry
from gamekit.errors import GameError
from spieltisch.console import selectors, services
from spieltisch.console.audit import note_look, note_now
from spieltisch.console.forms import BanForm, PeopleForm, PresetForm
from spieltisch.console.models import AuditEntry
from spieltisch.lobby.gametexts import refusal
from spieltisch.lobby.models import Preset

View = Callable[..., HttpResponse]

ENTRIES_A_PAGE = 200


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
        "section": "tables",
        "statuses": ("open", "running", "paused", "finished", "aborted"),
        "all_games": list(registry.games().values()),
    }
    return render(request, "console/rows.html" if request.GET.get("rows") else "console/tables.html", context)


@staff_only
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show one table: seats, connections, state and log, with what can be done."""
    try:
        shown = async_to_sync(selectors.inspected)(code)
    except GameError as error:
        messages.error(request, refusal(error))
        return redirect("console:tables")
    state, described = shown["state"], shown["table"]
    taken = {seat["seat"] for seat in described["seats"]}
    context = {
        "section": "tables",
        "table": described,
        "free": [seat for seat in range(described["size"]) if seat not in taken],
        "game": registry.game(described["game"]),
        "listeners": shown["listeners"],
        "steps": selectors.last_steps(described["match"]["id"]) if described["match"] else [],
        "state": None if state is None else json.dumps(state, indent=1, ensure_ascii=False),
    }
    # The state shows every hand: who has looked must be known, above all when he plays himself.
    if request.GET.get("rows"):
        # The page asks for what is new every few seconds, and anybody can ask for this without the page.
        note_look(request.user, "look", code)
        return render(request, "console/live.html", {**context, "fresh": True})
    note_now(request.user, "look", code)
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
def people(request: HttpRequest) -> HttpResponse:
    """List accounts and guests."""
    form = PeopleForm(request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    found = selectors.people(chosen.get("text", ""), chosen.get("kind", ""))
    return render(request, "console/people.html", {"section": "people", "form": form, "people": found})


@staff_only
def bans(request: HttpRequest) -> HttpResponse:
    """List bans, and make one."""
    wanted = {name: request.GET.get(name, "") for name in ("account", "address")}
    form = BanForm(request.POST or None, initial=wanted)
    if request.method == "POST" and form.is_valid():
        _attempt(request, services.ban, request.user, form.ban())
        return redirect("console:bans")
    return render(request, "console/bans.html", {"section": "bans", "form": form, "bans": selectors.bans()})


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
            content = data["file"].read()
            left_out = async_to_sync(services.save_preset)(request.user, data["game"], data["name"], content)
        except GameError as error:
            form.add_error(
                error.field if error.field in form.fields else "file", refusal(error, registry.game(data["game"]))
            )
        else:
            messages.success(request, _("Kept."))
            if left_out:
                messages.warning(request, _("Not used here: %(fields)s") % {"fields": ", ".join(left_out)[:200]})
            return redirect("console:presets")
    shown = [{"preset": preset, "title": _title(preset.game)} for preset in Preset.objects.all()]
    return render(request, "console/presets.html", {"section": "presets", "form": form, "presets": shown})


def _title(slug: str) -> str:
    game = registry.games().get(slug)
    return game.title if game else slug


@staff_only
def preset_file(request: HttpRequest, number: int) -> HttpResponse:
    """Hand a preset out as the file it could have come from."""
    preset = get_object_or_404(Preset, pk=number)
    name = slugify(f"{preset.game}-{preset.name}") or "preset"
    return HttpResponse(
        json.dumps(preset.options, indent=2, ensure_ascii=False),
        "application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


@staff_only
@require_POST
def delete_preset(request: HttpRequest, number: int) -> HttpResponse:
    """Forget a preset."""
    _attempt(request, services.delete_preset, request.user, number)
    return redirect("console:presets")


@staff_only
def reports(request: HttpRequest) -> HttpResponse:
    """Show the lines of chats that somebody asked staff to look at."""
    return render(request, "console/reports.html", {"section": "reports", "lines": selectors.reported()})


@staff_only
@require_POST
def judge(request: HttpRequest, number: int) -> HttpResponse:
    """Take a reported line away, or let it stand."""
    _attempt(request, services.judge_line, request.user, number, request.POST.get("remove") == "1")
    return redirect("console:reports")


@staff_only
def audit(request: HttpRequest) -> HttpResponse:
    """Show what staff did, page by page."""
    chosen = {name: request.GET.get(name, "")[:80] for name in ("text", "act")}
    pages = Paginator(selectors.audit(**chosen), ENTRIES_A_PAGE)
    context = {
        "section": "audit",
        "page": pages.get_page(request.GET.get("page")),
        "chosen": chosen,
        "acts": sorted(set(AuditEntry.objects.order_by().values_list("action", flat=True))),
    }
    return render(request, "console/audit.html", context)


def _attempt(request: HttpRequest, work: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
    try:
        async_to_sync(work)(*given)
    except GameError as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, _("Done."))
