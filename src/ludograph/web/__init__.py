"""The page: plain files in ``static``, which the server gives out as they are."""
