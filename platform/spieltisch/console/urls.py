"""Addresses of the console."""

from django.urls import path

from spieltisch.console import views

app_name = "console"
urlpatterns = [
    path("", views.tables, name="tables"),
    path("announce/", views.announce, name="announce"),
    path("drain/", views.drain, name="drain"),
    path("people/", views.people, name="people"),
    path("bans/", views.bans, name="bans"),
    path("bans/<int:number>/lift/", views.lift, name="lift"),
    path("presets/", views.presets, name="presets"),
    path("presets/<int:number>/file/", views.preset_file, name="preset_file"),
    path("presets/<int:number>/delete/", views.delete_preset, name="delete_preset"),
    path("reports/", views.reports, name="reports"),
    path("reports/<int:number>/", views.judge, name="judge"),
    path("audit/", views.audit, name="audit"),
    path("<slug:code>/", views.table, name="table"),
    path("<slug:code>/act/", views.act, name="act"),
]
