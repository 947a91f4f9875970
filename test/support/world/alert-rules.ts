export const VERSIONS = { actionGroups: '2021-09-01', activityLogAlerts: '2017-04-01' } as const

/** The bodies of an action group, and of a rule that calls the group ops. */
export const alertRuleBodies = (subscriptionId: string) => ({
  actionGroups: {
    location: 'Global',
    properties: {
      groupShortName: 'ops',
      webhookReceivers: [{ name: 'hook', serviceUri: 'https://receiver.example/hook?code=x' }],
    },
  },
  activityLogAlerts: {
    location: 'Global',
    properties: {
      scopes: [`/subscriptions/${subscriptionId}`],
      condition: { allOf: [{ field: 'category', equals: 'ServiceHealth' }] },
      actions: {
        actionGroups: [
          {
            actionGroupId: `/subscriptions/${subscriptionId}/resourceGroups/ops/providers/Microsoft.Insights/actionGroups/ops`,
          },
        ],
      },
    },
  },
})

/** A test of the web hooks of the group. */
export const toTest = ({ actionGroups }: ReturnType<typeof alertRuleBodies>) => ({
  alertType: 'servicehealth',
  webhookReceivers: actionGroups.properties.webhookReceivers,
})
