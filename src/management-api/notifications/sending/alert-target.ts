/** The bodies that rules of published clients send: the common alert schema, and the older one. */
export const ALERT_FORMS = ['activity-log', 'common-alert'] as const

/** What a message says about the rule that sends it, and where it goes. */
export type AlertTarget = Readonly<{
  form: (typeof ALERT_FORMS)[number]
  rule: string
  ruleId: string
  description: string
  actionGroupId: string
  receiver: string
  /** The `webhookProperties` of the rule. */
  properties: Readonly<Record<string, string>>
}>
