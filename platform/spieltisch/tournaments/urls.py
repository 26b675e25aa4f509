"""Addresses below /tournaments/."""

from django.urls import path

from spieltisch.tournaments import views

app_name = "tournaments"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("<int:number>/", views.tournament, name="tournament"),
    path("<int:number>/progress.json", views.progress, name="progress"),
    path("<int:number>/stop/", views.stop, name="stop"),
]
