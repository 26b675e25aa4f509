"""Many processes, one platform: fronts hold connections, hosts run tables, Redis carries what passes between them.

    client ── front (daphne) ──calls──▶ Redis ──▶ host (runtables) ── PostgreSQL
                    ▲                                  │
                    └────── views, once per process ───┘

Redis may lose anything at any time: calls are sent again until they are answered, views are numbered, and a front that
missed one catches up by version. Who runs a table is decided by the database alone.
"""
