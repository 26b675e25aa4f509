"""Addresses of the console."""

from django.urls import path

from spieltisch.console import views

app_name = "console"
urlpatterns = [
    path("", views.tables, name="tables"),
    path("announce/", views.announce, name="announce"),
    path("drain/", views.drain, name="drain"),
    path("bans/", views.bans, name="bans"),
    path("bans/<int:number>/lift/", views.lift, name="lift"),
    path("presets/", views.presets, name="presets"),
    path("audit/", views.audit, name="audit"),
    path("<slug:code>/", views.table, name="table"),
    path("<slug:code>/act/", views.act, name="act"),
]
