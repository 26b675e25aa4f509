"""The Catan-Protokoll as it was spoken in different years: lines of JSON <-> containers.

Inside, containers speak the document's vocabulary (dialect A), with one addition: an answer to an offer says whether it
accepts (`Annehmen`), because later years can decline.
"""
