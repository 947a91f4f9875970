import { formatAmount } from '../../areas/quota/quota-api.ts'
import type { GivenUp, Waiting } from './queries.ts'

export const keyOf = ({ subRequestId }: Waiting | GivenUp) => subRequestId

export const whereOf = ({ provider, location }: Waiting | GivenUp) => `${provider}, ${location}`

/** As in "Buoys 40 for harbour-works": enough to recognise a wrong choice by. */
export const nameOf = ({ displayName, requestedLimit, unit, subscriptionId }: Waiting | GivenUp) =>
  `${displayName} ${formatAmount(requestedLimit, unit)} for ${subscriptionId}`

export const countRequests = (count: number) =>
  count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`

export const retryWords = (count: number) => `Try ${countRequests(count)} again`
