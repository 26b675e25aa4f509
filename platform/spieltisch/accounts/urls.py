"""Addresses below /accounts/."""

from django.urls import path

from spieltisch.accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.account, name="account"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("guest/", views.guest, name="guest"),
    path("password/", views.password, name="password"),
    path("delete/", views.delete, name="delete"),
    path("tokens/", views.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", views.revoke_token, name="revoke_token"),
]
