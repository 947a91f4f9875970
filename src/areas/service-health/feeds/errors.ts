import { RequestError } from '../../../platform/errors.ts'

export const feedLimitReached = (most: number, whose: string) =>
  new RequestError(
    'conflict',
    'FeedLimitReached',
    `${whose} already has ${most} feed addresses, which is the limit. Revoke one that is no longer used.`,
  )

export const feedNotFound = (id: string) =>
  new RequestError(
    'not-found',
    'FeedNotFound',
    `The feed ${id} does not exist, or you do not have permission to revoke it. List the feeds of the subscription to see their ids.`,
  )

export const feedAddressUnknown = () =>
  new RequestError(
    'not-found',
    'FeedNotFound',
    'This feed address does not exist, or it is no longer valid. Create another one, or ask its creator whether they still have a role on the subscription.',
  )

export const tooManyFeedRequests = (retryAfterSeconds: number) =>
  new RequestError(
    'too-many-requests',
    'TooManyRequests',
    `Too many requests for feed addresses from your network. Wait ${retryAfterSeconds} s and try again.`,
    { retryAfterSeconds },
  )
