"""Addresses of the lobby: home, each game, each table. What begins with any word comes last."""

from django.urls import path

from spieltisch.connecting import views as connecting
from spieltisch.lobby import views

app_name = "lobby"

urlpatterns = [
    path("", views.home, name="home"),
    path("connect/<slug:slug>/", connecting.page, name="connect"),
    path("connect/<slug:slug>/protocol/", connecting.protocol, name="protocol"),
    path("connect/<slug:slug>/seat/", connecting.seat, name="seat"),
    path("quick/<slug:slug>/", views.quick, name="quick"),
    path("new/<slug:slug>/", views.new, name="new"),
    path("tv/<slug:slug>/", views.tv, name="tv"),
    path("<slug:slug>/", views.game, name="game"),
    path("<slug:slug>/page/<slug:name>/", views.page, name="page"),
    path("<slug:slug>/<slug:code>/", views.table, name="table"),
    path("<slug:slug>/<slug:code>/invite/", views.invite, name="invite"),
]
