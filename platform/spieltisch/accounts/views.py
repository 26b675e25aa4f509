"""Pages of accounts and guests."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from gamekit.errors import GameError
from spieltisch.accounts import forms, services
from spieltisch.accounts.farewell import delete_account
from spieltisch.accounts.models import ApiToken, User
from spieltisch.accounts.names import suggest_name
from spieltisch.accounts.recall import recall
from spieltisch.console.audit import note_now
from spieltisch.refusals import address_of, limited, with_retry_after

#: Pages that let only staff in.
STAFF_PAGES = ("/admin/", "/console/")

BACKEND = "django.contrib.auth.backends.ModelBackend"


def visitor(request: HttpRequest) -> User | None:
    """Return who is signed in, as an account or a guest."""
    return request.user if isinstance(request.user, User) else None


def next_page(request: HttpRequest, default: str = "/") -> str:
    """Return where the visitor wanted to go: only to a page of this site."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    secure = request.is_secure()
    # A word without a slash would be taken for the name of a page, which may not exist.
    if "/" in target and url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=secure):
        return target
    return default


@never_cache
@sensitive_post_parameters("password")
@limited("signups")
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account; for a guest: keep the games and become one."""
    person = visitor(request)
    if person is not None and not person.is_guest:
        return redirect(next_page(request))
    initial = {"username": request.GET.get("name", "")}
    form = forms.SignUpForm(request.POST or None, user=person, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            user = form.save()
        except GameError as error:
            form.add_error("username", error.message)
        else:
            login(request, user, backend=BACKEND)
            messages.success(request, _("Welcome, {name}!").format(name=user.name))
            return redirect(next_page(request))
    return _page(request, "accounts/sign_up.html", form, guest=person)


@never_cache
@sensitive_post_parameters("password")
@limited("signins")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in to an account."""
    person = visitor(request)
    if person is not None and not person.is_guest:
        target = next_page(request)
        if target.startswith(STAFF_PAGES) and not person.is_staff:
            # Sent here by a page for staff: to send him back would send him here again.
            raise PermissionDenied
        return redirect(target)
    form = forms.SignInForm(request.POST or None, request=request)
    if request.method == "POST" and form.is_valid() and form.user is not None:
        login(request, form.user)
        return redirect(next_page(request))
    return _page(request, "accounts/sign_in.html", form, guest=person)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out and go home."""
    logout(request)
    messages.info(request, _("You are signed out."))
    return redirect(next_page(request))


@never_cache
@limited("guests")
def guest(request: HttpRequest) -> HttpResponse:
    """Choose a name to play under without an account, or another one."""
    person = visitor(request)
    if person is not None and not person.is_guest:
        return redirect(next_page(request))
    initial = {"name": person.display_name if person else suggest_name()}
    form = forms.GuestForm(request.POST or None, user=person, initial=initial)
    if request.method == "POST" and form.is_valid() and form.saved is not None:
        if person is None:
            login(request, form.saved, backend=BACKEND)
        return redirect(next_page(request))
    return _page(request, "accounts/guest.html", form, guest=person)


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show who one is and what one can do about it."""
    return render(request, "accounts/account.html", {"person": request.user})


@never_cache
@login_required
@sensitive_post_parameters("old", "new")
@limited("signins")
def password(request: HttpRequest) -> HttpResponse:
    """Change the password."""
    person = _owner(request)
    if not person.has_usable_password():
        return redirect(reverse("accounts:sign_up") if person.is_guest else reverse("accounts:account"))
    form = forms.PasswordForm(request.POST or None, user=person, address=address_of(request))
    if request.method == "POST" and form.is_valid():
        person.set_password(form.cleaned_data["new"])
        person.save(update_fields=["password"])
        # Other browsers are signed out by the changed hash; this one stays.
        update_session_auth_hash(request, person)
        recall(person.pk)
        if person.is_staff:
            note_now(person, "change password")
        messages.success(request, _("Your password is changed. Other browsers are signed out."))
        return redirect("accounts:account")
    return _page(request, "accounts/password.html", form)


@never_cache
@login_required
@sensitive_post_parameters("password")
@limited("signins")
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account; the games stay without the name."""
    person = _owner(request)
    form = forms.DeleteForm(request.POST or None, user=person, address=address_of(request))
    if request.method == "POST" and form.is_valid():
        try:
            delete_account(person)
        except GameError as error:
            form.add_error(None, error.message)
        else:
            recall(person.pk)
            logout(request)
            messages.info(request, _("Your account is deleted. Your games stay, without your name."))
            return redirect("/")
    return _page(request, "accounts/delete.html", form)


@never_cache
@login_required
@limited("tokens")
def tokens(request: HttpRequest) -> HttpResponse:
    """List one's API tokens and make a new one, shown this once."""
    person = _owner(request)
    form = forms.TokenForm(request.POST or None, user=person)
    fresh = None
    if request.method == "POST" and form.is_valid():
        fresh = services.issue_token(person, form.cleaned_data["label"], form.cleaned_data["scope"])
        if form.cleaned_data["scope"] == ApiToken.Scope.STAFF:
            note_now(person, "staff token", form.cleaned_data["label"])
        form = forms.TokenForm(user=person)
    listed = person.tokens.filter(revoked=None)
    return _page(request, "accounts/tokens.html", form, fresh=fresh, tokens=listed)


@require_POST
@login_required
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke one of one's tokens."""
    person = _owner(request)
    if services.revoke_token(person, token_id):
        recall(person.pk)
        messages.success(request, _("The token is revoked. Programs that use it are refused from now on."))
    return redirect("accounts:tokens")


def _owner(request: HttpRequest) -> User:
    person = visitor(request)
    assert person is not None, "login_required lets nobody else in"
    return person


def _page(request: HttpRequest, template: str, form: object, **context: object) -> HttpResponse:
    context |= {"form": form, "next": next_page(request, "")}
    wait = getattr(form, "wait", 0.0)
    if not wait:
        return render(request, template, context)
    # Too many wrong passwords.
    return with_retry_after(render(request, template, context, status=429), wait)
