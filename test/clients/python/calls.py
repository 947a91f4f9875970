"""Signs in to the server that is named on stdin, and calls the operations of a client there."""

import json
import sys
from urllib.parse import parse_qs, urlsplit

from azure.identity import ClientSecretCredential

GIVEN = json.load(sys.stdin)
MOST_SECONDS = 120


def list_groups(client):
    """The groups of operations: attributes, or properties where a client has several versions."""
    names = [name for name in dir(client) if not name.startswith("_")]
    return {
        name: list_operations(getattr(client, name))
        for name in names
        if type(getattr(client, name)).__name__.endswith("Operations")
    }


def list_operations(group):
    return {
        name
        for name in dir(group)
        if not name.startswith("_") and name != "models" and callable(getattr(group, name))
    }


def settle(answer):
    if hasattr(answer, "by_page"):
        return list(answer)
    if not hasattr(answer, "polling_method"):
        return answer
    result = answer.result(MOST_SECONDS)
    assert answer.done(), "it did not end in time"
    return result


# The address of the latest request.
latest = {}


def call_all(title, client, calls, skipped=()):
    groups = {name: found for name, found in list_groups(client).items() if name not in skipped}
    listed = {name: set(of) for name, of in calls.items()}
    assert groups == listed, f"{title}: {groups} and not {listed}"
    versions = set()

    def note(request):
        latest["url"] = urlsplit(request.http_request.url)
        versions.update(parse_qs(latest["url"].query)["api-version"])

    for group, operations in calls.items():
        for name, (arguments, check) in operations.items():
            given = arguments() if callable(arguments) else arguments
            call = getattr(getattr(client, group), name)
            found = settle(call(*given, raw_request_hook=note))
            assert check(found), f"{title}: {group}.{name} answered {found}"
    count = sum(len(of) for of in calls.values())
    total = sum(len(of) for of in groups.values())
    sent = ", ".join(sorted(versions))
    print(f"{title}: {count} of {total} operations of {len(groups)} groups, api-version {sent}")


# For a tenant of any other name, this version asks Azure whether it knows the server.
credential = ClientSecretCredential(
    "adfs", GIVEN["clientId"], GIVEN["secret"], authority=GIVEN["origin"]
)
options = {"base_url": GIVEN["origin"], "credential_scopes": [f"{GIVEN['origin']}/.default"]}
