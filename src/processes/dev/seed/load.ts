import { reasonOf } from '../../../platform/errors.ts'
import { openSender, type SeedDeps } from './calls.ts'
import { loadAccount, loadApp, loadOrganization, requireAccount } from './owners.ts'
import { loadClient, loadEvent, loadSubscription } from './platform.ts'
import type { LoadedSeed, Seed } from './wire.ts'

/** Adds the data of a seed to that of an emulator. */
export async function loadSeed(deps: SeedDeps, seed: Seed): Promise<LoadedSeed> {
  const { accounts = [], organizations = [], clients = [], subscriptions = [], events = [] } = seed
  const send = await openSender(deps, deps.operatorId, 'account')
  const people = await each('accounts', accounts, (given) => loadAccount(deps, seed, given))
  await each('organizations', organizations, (given) => loadOrganization(deps, given))
  await each('accounts', accounts, async ({ name, apps = [] }) => {
    const ownerId = await requireAccount(deps.db, name)
    for (const app of apps) await loadApp(deps, ownerId, app)
  })
  const programs = await each('clients', clients, (given) => loadClient(deps, send, given))
  const made = await each('subscriptions', subscriptions, (given) =>
    loadSubscription(deps, send, given),
  )
  await each('events', events, (given) => loadEvent(deps, send, given))
  return {
    accounts: people.flatMap((each) => each.accounts),
    tokens: people.flatMap((each) => each.tokens),
    clients: programs.flat(),
    subscriptions: made,
    fixedSecrets: describeFixed(seed),
  }
}

/** The secrets that stand in the seed, for people. */
function describeFixed({ accounts = [], organizations = [], clients = [] }: Seed): string[] {
  return [
    ...accounts.flatMap(({ name, password, tokens = [] }) => [
      ...(password === undefined ? [] : [`the password of ${name}`]),
      ...tokens.flatMap(({ value }) => (value === undefined ? [] : [`a token of ${name}`])),
    ]),
    ...[...accounts, ...organizations].flatMap(({ name: owner, apps = [] }) =>
      apps.flatMap(({ name, app_secret }) =>
        app_secret === undefined ? [] : [`the secret of the app ${owner}/${name}`],
      ),
    ),
    ...clients.flatMap(({ id, secret }) =>
      secret === undefined ? [] : [`the secret of the client ${id}`],
    ),
  ]
}

/** One after the other: a later one may name an earlier one. */
async function each<Given, Made>(
  part: keyof Seed,
  items: readonly Given[],
  load: (given: Given) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, given] of items.entries()) {
    try {
      made.push(await load(given))
    } catch (error) {
      throw new Error(`${part}[${index}]: ${reasonOf(error)}`)
    }
  }
  return made
}
