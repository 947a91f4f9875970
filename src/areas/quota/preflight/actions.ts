import type { Db } from '../../../platform/db/connect.ts'
import type { RequestError } from '../../../platform/errors.ts'
import type { RuleSet } from '../deciding/rules.ts'
import { listProviderNames } from '../limits/store.ts'
import { findOpen } from '../requests/actions.ts'
import { readSubmission } from '../requests/submission/actions.ts'
import { keyOfLocation, keyOfName } from '../rules.ts'
import { type Prediction, predict, refuseInput, toAlreadyRequested, toRefused } from './rules.ts'
import { type FoundLimit, findLimits, type LimitKey } from './store.ts'
import type { PreflightInput } from './wire.ts'

export type PreflightDeps = Readonly<{ db: Db; quotaRules: RuleSet }>
export type Answered = Readonly<{
  input: PreflightInput
  found: FoundLimit
  prediction: Prediction
}>

/**
 * What would become of these limits if they were requested now, with one PUT for each provider and
 * location. Nothing is written, and no provider is called.
 */
export async function preflightQuota(
  { db, quotaRules }: PreflightDeps,
  subscriptionId: string,
  inputs: readonly PreflightInput[],
): Promise<Answered[]> {
  const rows = await readRows(db, subscriptionId, inputs)
  const accepted = rows.filter(({ refusal }) => !refusal)
  const sameIds = new Map<string, string>()
  for (const [put, limits] of Map.groupBy(accepted, putOf)) {
    const sameId = await findSameRequest(db, subscriptionId, limits)
    if (sameId !== undefined) sameIds.set(put, sameId)
  }
  return rows.map((row) => {
    const { input, found, refusal } = row
    if (refusal) return { input, found, prediction: toRefused(refusal) }
    const sameId = sameIds.get(putOf(row))
    const prediction =
      sameId === undefined ? predict(input.limit, found, quotaRules) : toAlreadyRequested(sameId)
    return { input, found, prediction }
  })
}

type Row = Readonly<{
  input: PreflightInput
  key: LimitKey
  found: FoundLimit
  /** What the row alone would be refused with. */
  refusal: RequestError | undefined
}>

/** Rows with the same provider and location are sent with one PUT. */
const putOf = ({ key }: Row) => JSON.stringify([key.providerKey, key.locationKey])

async function readRows(
  db: Db,
  subscriptionId: string,
  inputs: readonly PreflightInput[],
): Promise<Row[]> {
  const keys = inputs.map(toKey)
  const limits = await findLimits(db, subscriptionId, keys)
  const isMissing = limits.some(({ provider }) => !provider)
  const providers = isMissing ? await listProviderNames(db) : []
  const seen = new Set<string>()
  return inputs.flatMap((input, n) => {
    const [key, found] = [keys[n], limits[n]]
    if (!key || !found) return []
    const isRepeated = seen.size === seen.add(JSON.stringify(key)).size
    return [{ input, key, found, refusal: refuseInput(input, found, { isRepeated, providers }) }]
  })
}

const toKey = ({ provider, location, resource }: PreflightInput): LimitKey => ({
  providerKey: keyOfName(provider),
  locationKey: keyOfLocation(location),
  resourceKey: keyOfName(resource),
})

/** The open request that the PUT of these rows would return. */
async function findSameRequest(
  db: Db,
  subscriptionId: string,
  rows: readonly Row[],
): Promise<string | undefined> {
  const [first] = rows
  if (!first) return undefined
  const { provider: providerId, location } = first.input
  const asked = rows.map(({ input: { resource: resourceName, limit: requestedLimit } }) => ({
    resourceName,
    requestedLimit,
  }))
  const at = { subscriptionId, providerId, location }
  const { scope, limits, fingerprint } = readSubmission({ ...at, limits: asked, precondition: {} })
  const open = rows.flatMap(({ key, found }) =>
    found.open
      ? [
          {
            ...found.open,
            key: key.resourceKey,
            isSame: found.open.fingerprint.equals(fingerprint),
          },
        ]
      : [],
  )
  return findOpen(db, scope, limits, new Map(open.map((one) => [one.key, one])))
}
