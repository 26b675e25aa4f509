"""An ASGI server for plain TCP: framers and dialects turn a socket into WebSocket events for the same application."""
