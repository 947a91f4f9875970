import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/app-management.ts'
import { type Command, type Given, type Group, oneOf } from '../command.ts'
import { confirm, YES } from '../confirm.ts'
import type { Context } from '../context.ts'
import { usage } from '../failure.ts'
import { type Column, printRows, toJson } from '../output.ts'
import { findHome, type Home } from '../places.ts'

type Token = components['schemas']['ApiToken']
type NewToken = components['schemas']['NewApiToken']

const HOMES = [
  ['--app [owner/name]', 'those of an app; of the current one if none is named'],
  ['--org <name>', 'those of an organization'],
] as const

const ACCESS = { all: 'Full access', viewer: 'Read-only' } as const

const COLUMNS: readonly Column<Token>[] = [
  { header: 'Id', value: ({ id }) => id },
  { header: 'Name', value: ({ description }) => description, kind: 'prose' },
  { header: 'Access', value: ({ scope: [scope = 'viewer'] }) => ACCESS[scope] },
  { header: 'Kind', value: ({ kind }) => kind, isExtra: true },
  { header: 'Created', value: ({ created_at }) => created_at, kind: 'time', isExtra: true },
  { header: 'Created by', value: ({ created_by }) => created_by, isExtra: true },
  { header: 'Last used', value: ({ last_used_at }) => last_used_at, kind: 'time' },
  { header: 'Expires', value: ({ expires_at }) => expires_at, kind: 'time', isExtra: true },
  // Last: scripts count the columns of tsv from the left.
  { header: 'Starts with', value: ({ value_start = '' }) => shorten(value_start), isExtra: true },
]

/** The kind, and the four characters that tell it from the others: what is between is alike in one list. */
const shorten = (start: string) => start && `${start.slice(0, 4)}…${start.slice(-4)}…`

const list: Command = {
  name: 'list',
  about: 'your API tokens, or those of an app or organization; never their values',
  example: 'binnacle tokens list --app ada/tide-tables',
  options: HOMES,
  async run(context, given) {
    const home = await findHome(context, given)
    const tokens = await listTokens(context, home)
    printRows(context, tokens, COLUMNS)
    if (tokens.length === 0 && context.io.isHeard) {
      context.io.talk('There are no tokens here. Create one: binnacle tokens create --help\n')
    }
  },
}

async function listTokens(context: Context, home: Home): Promise<Token[]> {
  const client = await context.appManagement()
  if (home.kind === 'user') return dataOf(client.GET('/v0.1/api_tokens'))
  if (home.kind === 'app') {
    const params = { path: home.app }
    return dataOf(client.GET('/v0.1/apps/{owner_name}/{app_name}/api_tokens', { params }))
  }
  const params = { path: { org_name: home.org_name } }
  return dataOf(client.GET('/v0.1/orgs/{org_name}/api_tokens', { params }))
}

const create: Command = {
  name: 'create',
  about: 'make an API token; its value, shown this once, is all that stdout gets',
  example: 'TOKEN=$(binnacle tokens create --name "night build" --access read-only)',
  options: [
    ['--name <text>', 'what it is for'],
    ['--access <type>', 'full-access or read-only'],
    ['--expires <time>', 'when it ends, like 2027-01-31 or 90d; never otherwise'],
    ...HOMES,
  ],
  async run(context, given) {
    const body = toNewToken(given)
    const home = await findHome(context, given)
    const { io, format } = context
    const created = await createToken(context, home, body)
    if (format === 'json') return io.out(toJson(created))
    io.out(`${created.api_token}\n`)
    io.talk(`Token ${created.id}. Keep the value now: it cannot be shown again.\n`)
  },
}

function toNewToken(given: Given): NewToken {
  const access = oneOf(['full-access', 'read-only'], given.need('access'), '--access')
  const expires = given.text('expires')
  return {
    description: given.need('name'),
    scope: [access === 'read-only' ? 'viewer' : 'all'],
    ...(expires !== undefined && { expires_at: toTime(expires) }),
  }
}

const DAY_MS = 86_400_000

function toTime(text: string): string {
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? []
  const time = days ? Date.now() + Number(days) * DAY_MS : Date.parse(text)
  if (Number.isNaN(time))
    throw usage(`--expires is a time like 2027-01-31 or 90d, and ${text} is not.`)
  return new Date(time).toISOString()
}

async function createToken(context: Context, home: Home, body: NewToken) {
  const client = await context.appManagement()
  if (home.kind === 'user') return dataOf(client.POST('/v0.1/api_tokens', { body }))
  if (home.kind === 'app') {
    const params = { path: home.app }
    return dataOf(client.POST('/v0.1/apps/{owner_name}/{app_name}/api_tokens', { params, body }))
  }
  const params = { path: { org_name: home.org_name } }
  return dataOf(client.POST('/v0.1/orgs/{org_name}/api_tokens', { params, body }))
}

const revoke: Command = {
  name: 'revoke <id>',
  about: 'end an API token at once',
  example: 'binnacle tokens revoke $TOKEN_ID --yes',
  options: [['--descendants', 'also every token it made'], ...HOMES, YES],
  async run(context, given) {
    const [api_token_id = ''] = given.args
    const home = await findHome(context, given)
    await confirm(context, given, {
      deed: `Revoke the token ${api_token_id}?`,
      consequence: 'Jobs that use it will get 401 from now on.',
    })
    const query = given.flag('descendants') ? { descendants: true } : {}
    await revokeToken(context, home, api_token_id, query)
    context.report(`Revoked the token ${api_token_id}.`)
  },
}

async function revokeToken(
  context: Context,
  home: Home,
  api_token_id: string,
  query: { descendants?: boolean },
): Promise<void> {
  const client = await context.appManagement()
  if (home.kind === 'user') {
    await client.DELETE('/v0.1/api_tokens/{api_token_id}', {
      params: { path: { api_token_id }, query },
    })
  } else if (home.kind === 'app') {
    await client.DELETE('/v0.1/apps/{owner_name}/{app_name}/api_tokens/{api_token_id}', {
      params: { path: { ...home.app, api_token_id }, query },
    })
  } else {
    const path = { org_name: home.org_name, api_token_id }
    await client.DELETE('/v0.1/orgs/{org_name}/api_tokens/{api_token_id}', {
      params: { path, query },
    })
  }
}

export const tokens: Group = {
  name: 'tokens',
  about: 'API tokens',
  commands: [list, create, revoke],
}
