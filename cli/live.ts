import type { Context } from './context.ts'
import type { OpenChanges } from './terminal/changes.ts'

/** The stream of the server that says when something of a subscription changes. */
export const changesOf =
  (
    context: Context,
    stream: 'events' | 'quota',
    findSubscription: () => Promise<string>,
  ): OpenChanges =>
  async (lastEventId, signal) => {
    const subscriptionId = await findSubscription()
    const client = await context.live()
    const header = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const options = {
      params: { path: { subscriptionId }, header },
      parseAs: 'stream',
      signal,
    } as const
    const { data } =
      stream === 'events'
        ? await client.GET('/live/v1/subscriptions/{subscriptionId}/events', options)
        : await client.GET('/live/v1/subscriptions/{subscriptionId}/quota', options)
    if (!data) throw new Error('The response from the server has no body.')
    return data
  }
