"""Addresses of the wire inspector."""

from django.urls import path

from spieltisch.inspector import views

app_name = "inspector"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("<int:number>/", views.detail, name="detail"),
    path("<int:number>/entries.json", views.entries, name="entries"),
    path("<int:number>/download", views.download, name="download"),
]
