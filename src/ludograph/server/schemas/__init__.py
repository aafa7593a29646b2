"""What clients send and get, for checks and for the OpenAPI document."""
