import type { SharedReads } from '../../../platform/db/shared-read.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { requestNotFound } from '../errors.ts'
import { type Location, scopeOf } from '../rules.ts'
import { findRequests, type RequestRow } from './store.ts'

/** Reads a request of a subscription, provider and location, or throws. */
export function requestReader(reads: SharedReads) {
  const findRequest = reads.define(findRequests)
  return async (subscriptionId: string, params: Location & { id: string }): Promise<RequestRow> => {
    const id = params.id.toLowerCase()
    const scope = scopeOf(subscriptionId, params)
    const found = isUuid(id) ? await findRequest({ scope, id }) : undefined
    if (!found) throw requestNotFound(params.id)
    return found
  }
}
