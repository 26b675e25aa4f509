"""Addresses below /replays/."""

from django.urls import path

from spieltisch.replays import views

app_name = "replays"

urlpatterns = [
    path("", views.library, name="library"),
    path("upload/", views.upload, name="upload"),
    path("<slug:code>/", views.viewer, name="viewer"),
    path("<slug:code>/states.json", views.states, name="states"),
    path("<slug:code>/verify/", views.verify, name="verify"),
    path("<slug:code>/download.<slug:format_name>", views.download, name="download"),
]
