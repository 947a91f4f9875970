/** Under which the cache holds what was loaded of events. */
export const eventKeys = {
  ofSubscription: (subscriptionId: string) => ['events', subscriptionId] as const,
  lists: (subscriptionId: string) => ['events', subscriptionId, 'list'] as const,
  active: (subscriptionId: string) => ['events', subscriptionId, 'active'] as const,
  one: (subscriptionId: string, trackingId: string) =>
    ['events', subscriptionId, 'one', trackingId] as const,
  resources: (subscriptionId: string, trackingId: string) =>
    [...eventKeys.one(subscriptionId, trackingId), 'resources'] as const,
  reason: (subscriptionId: string, trackingId: string) =>
    [...eventKeys.one(subscriptionId, trackingId), 'reason'] as const,
}
