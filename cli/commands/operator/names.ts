import type { OperatorClient } from '../../../client/api-client.ts'
import { listRows } from '../../../client/pages.ts'
import {
  findNamed,
  listPrincipals,
  type Principal,
  type PrincipalKind,
} from '../../../client/principals.ts'
import type { Given } from '../../command.ts'
import { EXIT, Failure, usage } from '../../failure.ts'

type Named = Readonly<{ id: string; names: readonly string[] }>
type Sought = Readonly<{ text: string; what: string; next: string }>

function pick<Row extends Named>(rows: readonly Row[], { text, what, next }: Sought): Row {
  const found = findNamed(rows, text)
  const [first, ...others] = found
  if (!first) throw new Failure(EXIT.missing, 'NotFound', `There is no ${what} ${text}.`, next)
  if (others.length === 0) return first
  const ids = found.map(({ id }) => id).join(', ')
  throw usage(`There is more than one ${what} ${text}.`, `Specify one of these ids: ${ids}`)
}

/** What a search accepts. */
const MAX_SEARCHED = 200

export const listSubscriptions = (client: OperatorClient, search = '') =>
  listRows((query) =>
    client.GET('/operator/v1/subscriptions', {
      params: { query: search === '' ? query : { ...query, search } },
    }),
  )

export async function findSubscription(client: OperatorClient, text: string) {
  const rows = await listSubscriptions(client, text.slice(0, MAX_SEARCHED))
  return pick(
    rows.map((row) => ({ ...row, names: [row.display_name] })),
    {
      text,
      what: 'subscription',
      next: 'List the subscriptions: binnacle operator subscriptions list',
    },
  )
}

const KINDS: Readonly<Record<PrincipalKind, Omit<Sought, 'text'>>> = {
  account: {
    what: 'account',
    next: 'Specify a name or e-mail address. Whoever signs in at a trusted issuer has an account from then on. To invite somebody else: binnacle members invite ADDRESS --org ORG',
  },
  service: {
    what: 'service account',
    next: 'GET and POST /operator/v1/clients list and register service accounts.',
  },
  organization: {
    what: 'organization',
    next: 'To create one: binnacle orgs create "Harbour crew"',
  },
  group: {
    what: 'registered group',
    next: 'To register one: binnacle operator groups add VALUE --issuer URL',
  },
}

export async function findByName(
  client: OperatorClient,
  kind: PrincipalKind,
  text: string,
): Promise<Principal> {
  return pick(await listPrincipals(client, kind, text), { text, ...KINDS[kind] })
}

export const PRINCIPAL_OPTIONS = [
  ['--account <name>', 'an account, by name or e-mail address'],
  ['--service-account <id>', 'a service account'],
  ['--org <org>', 'an organization: its admins and members'],
  ['--group <group>', 'a registered group, by value or name'],
] as const

/** The option of each kind. */
const OPTIONS = [
  ['account', 'account'],
  ['serviceAccount', 'service'],
  ['org', 'organization'],
  ['group', 'group'],
] as const

/** Exactly one of the kinds has to be named. */
export async function findPrincipal(client: OperatorClient, given: Given) {
  const [named, ...others] = OPTIONS.filter(([option]) => given.text(option) !== undefined)
  if (named === undefined || others.length > 0) {
    throw usage('Specify one of --account, --service-account, --org and --group.')
  }
  const [option, kind] = named
  const name = given.need(option)
  return { id: (await findByName(client, kind, name)).id, name }
}
