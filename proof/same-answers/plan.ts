import { NEW_TOKEN } from '../../test/support/http/http.ts'
import { forgeBearer } from '../../test/support/http/signed-in.ts'
import { openQuota, type Quota } from '../../test/support/server/quota.ts'
import { chooser } from '../../test/support/world/random.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { listOperations, type Operation, type ValidRequest } from '../fuzz/operations.ts'
import { prepareRequests } from '../fuzz/valid-requests.ts'
import type { Started } from './pair.ts'
import { CHANGED, FOR_EACH, IN_TURN, type Planned, type Prepared, planOne } from './variants.ts'

const AT_ONCE = 4
/** The same in each run, so that a difference can be looked at again. */
const SEED = 18

/**
 * Makes something for each operation to work on, and answers requests in rounds. Within a round no request
 * depends on another, and what follows from it has ended before the next.
 */
export async function planRounds(started: Started, requests: number): Promise<Planned[][]> {
  const { printed, url, db, seal } = started
  const { PUBLIC_URL: origin = '' } = printed.settings
  const where = { vendor: 'Microsoft', origin, managementUrl: origin }
  const quota = openQuota({ ...where, url: () => url, db: () => db, seal })
  const operator = await quota.addOperator()
  const sources = { url, db, quota, operator }
  const shared = await prepareRequests(sources)
  const prepared: Prepared[] = []
  const operations = listOperations()
  const next = operations.entries()
  const worker = async () => {
    for (const [n, operation] of next) {
      // A request for quota may change what the next one finds.
      const prepares = changesQuota(operation) ? await prepareRequests(sources) : shared
      const make = await prepares[operation.document](operation)
      const valid = adapt(operation, await make(), operator)
      const readOnly = await addReadOnly(operation, valid, started, quota)
      prepared[n] = { operation, valid, readOnly }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return toRounds(prepared, requests)
}

const changesQuota = ({ document, method }: Operation) =>
  document.startsWith('quota') && method !== 'GET'

/** Where the request of the fuzzing would hide a difference, or show one that there is not. */
function adapt(operation: Operation, valid: ValidRequest, operator: string): ValidRequest {
  // The limit of the fuzzing has been requested already, so that nothing new would be decided.
  if (changesQuota(operation)) {
    const body = JSON.parse(JSON.stringify(valid.body).replaceAll('100', '120'))
    return { ...valid, body }
  }
  // The list of all events has the order of their ids, which each side would generate.
  if (operation.operationId === 'publishEvent') {
    return { ...valid, body: { ...valid.body, trackingId: 'SAME-00000' } }
  }
  // The list of all changes has the order of their times, and jobs write to it too.
  if (operation.operationId !== 'listAudit') return valid
  const [, claims = ''] = operator.split('.')
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  return { ...valid, query: { actor: sub } }
}

async function toRounds(prepared: readonly Prepared[], requests: number): Promise<Planned[][]> {
  const choose = chooser(SEED)
  const turns = Object.entries(IN_TURN)
  const inTurn = (n: number) => turns[n % turns.length] as (typeof turns)[number]
  const rounds: Planned[][] = []
  for (const [about, variant] of Object.entries(FOR_EACH)) {
    rounds.push(await Promise.all(prepared.map((one) => planOne(about, variant, one, choose))))
  }
  rounds.push(await Promise.all(prepared.map((one, n) => planOne(...inTurn(n), one, choose))))
  while (rounds.flat().length < requests) {
    rounds.push(await Promise.all(prepared.map((one) => planOne('changed', CHANGED, one, choose))))
  }
  return rounds
}

/** Of somebody who is there and may change nothing. */
async function addReadOnly(
  { document }: Operation,
  { headers, params }: ValidRequest,
  { url, db, seal, printed }: Started,
  quota: Quota,
): Promise<Record<string, string>> {
  if (document === 'app-management') {
    const response = await fetch(`${url}/v0.1/api_tokens`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ...NEW_TOKEN, scope: ['viewer'] }),
    })
    const { api_token } = (await response.json()) as { api_token: string }
    return { 'X-API-Token': api_token }
  }
  if (document === 'operator') {
    const { id } = await insertPerson(db)
    const { PUBLIC_URL: origin = '' } = printed.settings
    const forAccount = { aud: `${origin}/v0.1`, scope: 'account', client_id: 'portal' }
    const exp = Math.floor(Date.now() / 1000) + 3600
    const bearer = await forgeBearer(db, seal, origin, { sub: id, exp, ...forAccount })
    return { Authorization: `Bearer ${bearer}` }
  }
  const reader = await quota.addReader()
  const { subscriptionId } = params
  if (subscriptionId) {
    const role = `/subscriptions/${subscriptionId}/roles/${reader.id}`
    await quota.callAsOperator('PUT', role, { role: 'reader' })
  }
  return { Authorization: `Bearer ${reader.bearer}` }
}
