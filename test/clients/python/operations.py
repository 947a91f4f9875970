"""Calls each operation of the clients that Debian packages, and prints how many there are."""

from azure.mgmt.quota import AzureQuotaExtensionAPI
from azure.mgmt.quota.models import CurrentQuotaLimitBase, LimitObject, QuotaProperties
from azure.mgmt.reservations import AzureReservationAPI
from azure.mgmt.reservations import models as reservations
from azure.mgmt.resourcehealth import MicrosoftResourceHealth

from calls import GIVEN, call_all, credential, options

SUBSCRIPTION, RESOURCE, CHILD = GIVEN["subscription"], GIVEN["resource"], GIVEN["child"]
SCOPE = f"subscriptions/{SUBSCRIPTION}/providers/Microsoft.Compute/locations/eastus"
LOCATION = (SUBSCRIPTION, "Microsoft.Compute", "eastus")


def extension_limit(value):
    return CurrentQuotaLimitBase(properties=QuotaProperties(limit=LimitObject(value=value)))


def limit(value):
    name = reservations.ResourceName(value="cores")
    properties = reservations.QuotaProperties(limit=value, unit="Count", name=name)
    return reservations.CurrentQuotaLimitBase(properties=properties)


def has_names(*names):
    return lambda found: set(names) <= {each.name for each in found}


def is_state(state):
    return lambda found: found.properties.availability_state == state


def has_states(*states):
    return lambda found: [each.properties.availability_state for each in found] == list(states)


def has_limit(value):
    def check(found):
        told = found.properties.limit
        return getattr(told, "value", told) == value

    return check


# The request that the calls before have made.
latest = {}


def remember(found):
    latest["id"] = found[0].name.split("/")[-1]
    return found[0].provisioning_state == "Succeeded"


EVENT = (GIVEN["event"],)
HEALTH = {
    "availability_statuses": {
        "list_by_subscription_id": ((), has_states("Unavailable", "Unavailable")),
        "list_by_resource_group": (("yard",), has_states("Unavailable", "Unavailable")),
        "list": ((RESOURCE,), has_states("Unavailable")),
        "get_by_resource": ((RESOURCE,), is_state("Unavailable")),
    },
    "child_availability_statuses": {
        "list": ((CHILD,), has_states("Unavailable")),
        "get_by_resource": ((CHILD,), is_state("Unavailable")),
    },
    "child_resources": {"list": ((RESOURCE,), has_states("Unavailable"))},
    "emerging_issues": {
        "list": ((), has_names("default")),
        "get": (("default",), lambda found: found.name == "default"),
    },
    "events": {
        "list_by_subscription_id": ((), has_names(*EVENT)),
        "list_by_single_resource": ((RESOURCE,), has_names(*EVENT)),
    },
    "metadata": {
        "list": ((), has_names("supportedServices", "supportedRegions")),
        "get_entity": (("status",), lambda found: found.name == "status"),
    },
    "operations": {
        "list": ((), lambda found: has_names("Microsoft.ResourceHealth/events/read")(found.value))
    },
}
QUOTA = {
    "quota": {
        "list": ((SCOPE,), has_names("cores")),
        "begin_create_or_update": (("cores", SCOPE, extension_limit(31)), has_limit(31)),
        "begin_update": (("cores", SCOPE, extension_limit(32)), has_limit(32)),
        "get": (("cores", SCOPE), has_limit(32)),
    },
    "usages": {
        "list": ((SCOPE,), has_names("cores")),
        "get": (("cores", SCOPE), lambda found: found.name == "cores"),
    },
    "quota_request_status": {
        "list": ((SCOPE,), remember),
        "get": (lambda: (latest["id"], SCOPE), lambda found: found.name == latest["id"]),
    },
    "quota_operation": {"list": ((), has_names("Microsoft.Quota/quotas/write"))},
}
RESERVATIONS = {
    "quota": {
        "list": (LOCATION, has_names("cores")),
        "begin_create_or_update": ((*LOCATION, "cores", limit(33)), has_limit(33)),
        "begin_update": ((*LOCATION, "cores", limit(34)), has_limit(34)),
        "get": ((*LOCATION, "cores"), has_limit(34)),
    },
    "quota_request_status": {
        "list": (LOCATION, remember),
        "get": (
            lambda: (*LOCATION, latest["id"]),
            lambda found: found.provisioning_state == "Succeeded",
        ),
    },
}

# The groups of reservations that are not about quota.
OTHERS = (
    "reservation",
    "reservation_order",
    "operation",
    "calculate_refund",
    "return_operations",
    "calculate_exchange",
    "exchange",
)
health = MicrosoftResourceHealth(credential, SUBSCRIPTION, **options)
call_all("azure.mgmt.resourcehealth", health, HEALTH)
call_all("azure.mgmt.quota", AzureQuotaExtensionAPI(credential, **options), QUOTA)
call_all("azure.mgmt.reservations", AzureReservationAPI(credential, **options), RESERVATIONS, OTHERS)
