"""Addresses below /replays/."""

from django.urls import path

from spieltisch.replays import views
from spieltisch.replays.playing_on import play_on

app_name = "replays"

urlpatterns = [
    path("", views.library, name="library"),
    path("upload/", views.upload, name="upload"),
    path("progress/<slug:ticket>/", views.progress, name="progress"),
    path("<slug:code>/", views.viewer, name="viewer"),
    path("<slug:code>/states.json", views.states, name="states"),
    path("<slug:code>/play-on/", play_on, name="play_on"),
    path("<slug:code>/moments.json", views.moments, name="moments"),
    path("<slug:code>/verify/", views.verify, name="verify"),
    path("<slug:code>/download.<str:format_name>", views.download, name="download"),
]
