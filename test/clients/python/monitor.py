"""Calls each operation on action groups and on activity log alerts, and prints how many there are."""

from azure.mgmt.monitor import MonitorManagementClient
from azure.mgmt.monitor.v2020_10_01 import models as alerts
from azure.mgmt.monitor.v2022_06_01 import models as groups

from calls import GIVEN, call_all, credential, latest, list_groups, options

SUBSCRIPTION, HOOK = GIVEN["subscription"], GIVEN["hook"]
SCOPE = f"/subscriptions/{SUBSCRIPTION}"
SERVICE = "properties.impactedServices[*].ServiceName"


def receivers():
    hook = groups.WebhookReceiver(name="hook", service_uri=HOOK, use_common_alert_schema=True)
    return [hook]


def group():
    return groups.ActionGroupResource(
        location="Global", group_short_name="ops", enabled=True, webhook_receivers=receivers()
    )


def rule():
    leaf, either = alerts.AlertRuleLeafCondition, alerts.AlertRuleAnyOfOrLeafCondition
    incident = leaf(field="properties.incidentType", equals="Incident")
    conditions = [
        either(field="category", equals="ServiceHealth"),
        either(any_of=[incident]),
        either(field=SERVICE, contains_any=["Storage", "Mail"]),
    ]
    action = alerts.ActionGroup(
        action_group_id=f"{SCOPE}/resourceGroups/ops/providers/Microsoft.Insights/actionGroups/made",
        webhook_properties={"team": "b"},
    )
    return alerts.ActivityLogAlertResource(
        location="Global",
        scopes=[SCOPE],
        condition=alerts.AlertRuleAllOfCondition(all_of=conditions),
        actions=alerts.ActionList(action_groups=[action]),
    )


def has_hook(found):
    return [each.service_uri for each in found.webhook_receivers] == [HOOK]


def has_conditions(found):
    return found.condition.as_dict() == rule().condition.as_dict()


def has_names(*names):
    return lambda found: [each.name for each in found] == list(names)


def is_off(found):
    return found.enabled is False and found.tags == {"team": "b"}


def is_nothing(found):
    return found is None


def is_completed(found):
    outcomes = [(each.name, each.status) for each in found.action_details]
    return found.state == "Completed" and outcomes == [("hook", "Completed")]


TEST = groups.NotificationRequestBody(alert_type="servicehealth", webhook_receivers=receivers())
MADE = ("ops", "made")
OFF = {"tags": {"team": "b"}, "enabled": False}


def status_of(*names):
    """Of the test that was sent last."""
    return lambda: (*names, latest["url"].path.split("/")[-1])


MONITOR = {
    "action_groups": {
        "create_or_update": ((*MADE, group()), has_hook),
        "get": (MADE, has_hook),
        "list_by_resource_group": (("ops",), has_names("gone", "made")),
        "list_by_subscription_id": ((), has_names("gone", "made")),
        "begin_post_test_notifications": ((TEST,), is_completed),
        "get_test_notifications": (status_of(), is_completed),
        "begin_create_notifications_at_resource_group_level": (("ops", TEST), is_completed),
        "get_test_notifications_at_resource_group_level": (status_of("ops"), is_completed),
        "begin_create_notifications_at_action_group_resource_level": ((*MADE, TEST), is_completed),
        "get_test_notifications_at_action_group_resource_level": (status_of(*MADE), is_completed),
        "update": ((*MADE, groups.ActionGroupPatchBody(**OFF)), is_off),
        "enable_receiver": (
            ("ops", "gone", groups.EnableRequest(receiver_name="hook")),
            is_nothing,
        ),
        "delete": (("ops", "gone"), is_nothing),
    },
    "activity_log_alerts": {
        "create_or_update": ((*MADE, rule()), has_conditions),
        "get": (MADE, has_conditions),
        "list_by_resource_group": (("ops",), has_names("gone", "made")),
        "list_by_subscription_id": ((), has_names("gone", "made")),
        "update": ((*MADE, alerts.AlertRulePatchObject(**OFF)), is_off),
        "delete": (("ops", "gone"), is_nothing),
    },
}
client = MonitorManagementClient(credential, SUBSCRIPTION, **options)
others = [name for name in list_groups(client) if name not in MONITOR]
call_all("azure.mgmt.monitor", client, MONITOR, others)
