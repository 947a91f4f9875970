import { dataOf, type OperatorClient } from '../../../client/api-client.ts'
import { listRows } from '../../../client/pages.ts'
import type { Given } from '../../command.ts'
import { EXIT, Failure, usage } from '../../failure.ts'

type Sought<Row> = Readonly<{
  text: string
  what: string
  namesOf: (row: Row) => readonly string[]
  next: string
}>

/** By id, else by a name, which several can have. */
function pick<Row extends Readonly<{ id: string }>>(
  rows: readonly Row[],
  { text, what, namesOf, next }: Sought<Row>,
): Row {
  const isText = (name: string) => name.toLowerCase() === text.toLowerCase()
  const byId = rows.find(({ id }) => isText(id))
  const found = byId ? [byId] : rows.filter((row) => namesOf(row).some(isText))
  const [first, ...others] = found
  if (!first) throw new Failure(EXIT.missing, 'NotFound', `There is no ${what} ${text}.`, next)
  if (others.length === 0) return first
  const ids = found.map(({ id }) => id).join(', ')
  throw usage(`There is more than one ${what} ${text}.`, `Specify one of these ids: ${ids}`)
}

export const listSubscriptions = (client: OperatorClient, search = '') =>
  listRows((query) =>
    client.GET('/operator/v1/subscriptions', {
      params: { query: search === '' ? query : { ...query, search } },
    }),
  )

export async function findSubscription(client: OperatorClient, text: string) {
  return pick(await listSubscriptions(client, toSearch(text)), {
    text,
    what: 'subscription',
    namesOf: ({ display_name }) => [display_name],
    next: 'List the subscriptions: binnacle operator subscriptions list',
  })
}

export async function findAccount(client: OperatorClient, text: string) {
  const rows = await listRows((query) =>
    client.GET('/operator/v1/accounts', {
      params: { query: { ...query, search: toSearch(text) } },
    }),
  )
  return pick(rows, {
    text,
    what: 'account',
    namesOf: ({ name, email }) => [name, email],
    next: 'Specify a name or e-mail address. Whoever signs in at a trusted issuer has an account from then on. To invite somebody else: binnacle members invite ADDRESS --org ORG',
  })
}

/** What a search accepts. */
const toSearch = (text: string) => text.slice(0, 200)

export async function findOrganization(client: OperatorClient, text: string) {
  const rows = await listRows((query) =>
    client.GET('/operator/v1/organizations', { params: { query } }),
  )
  return pick(rows, {
    text,
    what: 'organization',
    namesOf: ({ name }) => [name],
    next: 'To create one: binnacle orgs create "Harbour crew"',
  })
}

async function findServiceAccount(client: OperatorClient, text: string) {
  const { value } = await dataOf(client.GET('/operator/v1/clients'))
  return pick(value, {
    text,
    what: 'service account',
    namesOf: ({ display_name }) => [display_name],
    next: 'GET and POST /operator/v1/clients list and register service accounts.',
  })
}

export const listGroups = (client: OperatorClient) =>
  listRows((query) => client.GET('/operator/v1/groups', { params: { query } }))

export async function findGroup(client: OperatorClient, text: string) {
  return pick(await listGroups(client), {
    text,
    what: 'registered group',
    namesOf: ({ value, display_name }) => [value, display_name],
    next: 'To register one: binnacle operator groups add VALUE --issuer URL',
  })
}

export const PRINCIPAL_OPTIONS = [
  ['--account <name>', 'an account, by name or e-mail address'],
  ['--service-account <id>', 'a service account'],
  ['--org <org>', 'an organization: its admins and members'],
  ['--group <group>', 'a registered group, by value or name'],
] as const

/** Exactly one of the kinds has to be named. */
export async function findPrincipal(client: OperatorClient, given: Given) {
  const kinds = ['account', 'serviceAccount', 'org', 'group'] as const
  const [kind, ...others] = kinds.filter((each) => given.text(each) !== undefined)
  if (kind === undefined || others.length > 0) {
    throw usage('Specify one of --account, --service-account, --org and --group.')
  }
  const name = given.need(kind)
  if (kind === 'account') return { id: (await findAccount(client, name)).id, name }
  if (kind === 'org') return { id: (await findOrganization(client, name)).id, name }
  if (kind === 'group') return { id: (await findGroup(client, name)).id, name }
  return { id: (await findServiceAccount(client, name)).principal_id, name }
}
