import { randomBytes } from 'node:crypto'
import { rotateSecret } from '../../identity/operator/clients/actions.ts'
import { reasonOf } from '../../platform/errors.ts'
import { systemRealTime } from '../../platform/time.ts'
import { openSender, type SeedDeps } from './seed/calls.ts'
import { loadSeed } from './seed/load.ts'
import { callOf, describeRoles, setPassword } from './seed/owners.ts'
import { AUTOMATION } from './seed/platform.ts'
import type { StartData } from './seed/start-data.ts'
import type { LoadedSeed } from './seed/wire.ts'

/** What whoever starts the emulator has to be told; most of it cannot be asked for again. */
export type World = Readonly<{
  people: readonly Readonly<{ name: string; password: string; does: string }>[]
  subscriptions: readonly Readonly<{ id: string; name: string }>[]
  clientId: string
  clientSecret: string
  userToken: string
  operatorId: string
  /** Of a seed, besides the above. */
  clients?: LoadedSeed['clients']
  tokens?: LoadedSeed['tokens']
  fixedSecrets?: LoadedSeed['fixedSecrets']
}>

export type FirstOperator = Readonly<{ id: string; token: string }>

export const OPERATOR = { name: 'ada' } as const

/** An operator who can sign in, a service account, and the data of the seeds. */
export async function makeWorld(
  deps: SeedDeps,
  operator: FirstOperator,
  seeds: StartData['seeds'],
): Promise<World> {
  const { name } = OPERATOR
  const password = randomBytes(12).toString('base64url')
  await deps.db
    .transaction()
    .execute((trx) => setPassword(trx, operator.id, password, deps.productTime()))
  const loaded = [await loadAutomation(deps)]
  for (const { file, seed } of seeds) {
    loaded.push(
      await loadSeed(deps, seed).catch((error) => {
        throw new Error(`${file}: ${reasonOf(error)}`)
      }),
    )
  }
  const organizations = seeds.flatMap(({ seed }) => seed.organizations ?? [])
  const does = describeRoles({ organizations }, { name, is_operator: true })
  const people = [
    { name, password, does },
    ...loaded
      .flatMap(({ accounts }) => accounts)
      .map(({ role, ...rest }) => ({ ...rest, does: role })),
  ]
  const clients = lastOf(
    loaded.flatMap((each) => each.clients),
    ({ id }) => id,
  )
  const subscriptions = lastOf(
    loaded.flatMap((each) => each.subscriptions),
    ({ id }) => id,
  )
  return {
    people: lastOf(people, (each) => each.name),
    subscriptions: subscriptions.map(({ id, name }) => ({ id, name })),
    clientId: AUTOMATION,
    clientSecret: secretOf(clients),
    userToken: operator.token,
    operatorId: operator.id,
    clients: clients.filter(({ id }) => id !== AUTOMATION),
    tokens: loaded.flatMap((each) => each.tokens),
    fixedSecrets: loaded.flatMap((each) => each.fixedSecrets),
  }
}

/** With a new secret, if an earlier start that failed has created it. */
async function loadAutomation(deps: SeedDeps): Promise<LoadedSeed> {
  const client = { id: AUTOMATION, display_name: 'Automation' }
  const loaded = await loadSeed(deps, { clients: [client] })
  if (loaded.clients.length > 0) return loaded
  const call = await callOf(deps, deps.operatorId)
  const { secret } = await rotateSecret(deps.db, call, systemRealTime, AUTOMATION)
  return { ...loaded, clients: secret === undefined ? [] : [{ id: AUTOMATION, secret }] }
}

function secretOf(clients: LoadedSeed['clients']): string {
  const automation = clients.find(({ id }) => id === AUTOMATION)
  if (!automation) throw new Error(`The client ${AUTOMATION} was not created.`)
  return automation.secret
}

/** A later seed may set what an earlier one has set. */
const lastOf = <T>(items: readonly T[], keyOf: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]

/** Of the provider `Compute` in East US: one that the rules grant, and one that waits for a person. */
const QUOTA_REQUESTS = [
  { name: 'standardDSv3Family', limit: 60 },
  { name: 'standardNCSv3Family', limit: 96 },
] as const

/** A request has no place in a seed: the server decides it, at its own time. */
export async function submitSampleRequests(
  deps: SeedDeps,
  [subscription]: World['subscriptions'],
): Promise<void> {
  if (!subscription) return
  const { vendorNamespace: vendor } = deps.config
  const send = await openSender(deps, deps.operatorId, 'management')
  const limits = `/subscriptions/${subscription.id}/providers/${vendor}.Capacity/resourceProviders/${vendor}.Compute/locations/eastus/serviceLimits`
  for (const { name, limit } of QUOTA_REQUESTS) {
    await send('PUT', `${limits}/${name}?api-version=2020-10-25`, { properties: { limit } })
  }
}
