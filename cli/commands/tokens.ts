import { ACCESS_NAMES } from '../../client/access-names.ts'
import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/app-management.ts'
import { type Command, type Given, type Group, oneOf } from '../command.ts'
import type { Context } from '../context.ts'
import { usage } from '../failure.ts'
import { findHome, type Home } from '../targets.ts'
import { confirm, YES } from '../terminal/confirm.ts'
import { type Column, printRows, toJson } from '../terminal/output.ts'

type Token = components['schemas']['ApiToken']
type NewToken = components['schemas']['NewApiToken']

const HOMES = [
  ['--app [owner/name]', 'tokens of an app; without a name, of the current app'],
  ['--org <name>', 'tokens of an organization'],
] as const

const SCOPES = {
  'full-access': 'all',
  'read-only': 'viewer',
} as const satisfies Record<string, Token['scope'][number]>
const ACCESS_TYPES = Object.keys(SCOPES) as (keyof typeof SCOPES)[]

const COLUMNS: readonly Column<Token>[] = [
  { header: 'Id', value: ({ id }) => id },
  { header: 'Name', value: ({ description }) => description, kind: 'prose' },
  { header: 'Access', value: ({ scope: [scope = 'viewer'] }) => ACCESS_NAMES[scope] },
  { header: 'Kind', value: ({ kind }) => kind, isExtra: true },
  { header: 'Created', value: ({ created_at }) => created_at, kind: 'time', isExtra: true },
  { header: 'Created by', value: ({ created_by }) => created_by, isExtra: true },
  { header: 'Last used', value: ({ last_used_at }) => last_used_at, kind: 'time' },
  { header: 'Expires', value: ({ expires_at }) => expires_at, kind: 'time', isExtra: true },
  // New ones come last: scripts count the columns of tsv from the left.
  { header: 'Starts with', value: ({ value_start = '' }) => shorten(value_start), isExtra: true },
  { header: 'Last used from', value: ({ last_used_from }) => last_used_from ?? '', isExtra: true },
  {
    header: 'Exceeds limit',
    value: ({ exceeds_limit }) => (exceeds_limit ? 'yes' : ''),
    isExtra: true,
  },
]

/** The kind, and the four characters that tell it from the others: what is between is alike in one list. */
const shorten = (start: string) => start && `${start.slice(0, 4)}…${start.slice(-4)}…`

const list: Command = {
  name: 'list',
  about: 'list your API tokens, or those of an app or organization, without their values',
  example: 'binnacle tokens list --app ada/tide-tables',
  options: HOMES,
  async run(context, given) {
    const home = await findHome(context, given)
    const tokens = await listTokens(context, home)
    printRows(context, tokens, COLUMNS)
    if (tokens.length === 0 && context.io.stderrIsTty) {
      context.io.printStatus(
        'No API tokens were found. To create one, see: binnacle tokens create --help\n',
      )
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
  about: 'create an API token and print its value, which is shown only once',
  example: 'TOKEN=$(binnacle tokens create --name "night build" --access read-only)',
  options: [
    ['--name <text>', 'the name of the token'],
    ['--access <type>', ACCESS_TYPES.join(' or ')],
    [
      '--expires <time>',
      'the expiry, such as 2027-01-31 or 90d (default: that of the organization or server, or never)',
    ],
    ...HOMES,
  ],
  async run(context, given) {
    const body = toNewToken(given)
    const home = await findHome(context, given)
    const { io, format } = context
    const created = await createToken(context, home, body)
    if (format === 'json') return io.out(toJson(created))
    io.out(`${created.api_token}\n`)
    io.printStatus(`Created the token ${created.id}. Store its value now; it is not shown again.\n`)
  },
}

function toNewToken(given: Given): NewToken {
  const access = oneOf(ACCESS_TYPES, given.need('access'), '--access')
  const expires = given.text('expires')
  return {
    description: given.need('name'),
    scope: [SCOPES[access]],
    ...(expires !== undefined && { expires_at: toTime(expires) }),
  }
}

const DAY_MS = 86_400_000

function toTime(text: string): string {
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? []
  const time = days ? Date.now() + Number(days) * DAY_MS : Date.parse(text)
  if (Number.isNaN(time))
    throw usage(`--expires must be a time such as 2027-01-31 or 90d, not ${text}.`)
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

const rotate: Command = {
  name: 'rotate <id>',
  about: 'replace the value of an API token you created, and print the new value once',
  example: 'TOKEN=$(binnacle tokens rotate $TOKEN_ID --previous-minutes 60)',
  options: [
    ['--previous-minutes <number>', 'how long the previous value stays valid (default: 1440)'],
    ...HOMES,
  ],
  async run(context, given) {
    const [api_token_id = ''] = given.args
    const home = await findHome(context, given)
    const minutes = given.whole('previousMinutes')
    const body = minutes === undefined ? {} : { previous_valid_minutes: minutes }
    const rotated = await rotateToken(context, home, api_token_id, body)
    const { io, format } = context
    if (format === 'json') return io.out(toJson(rotated))
    io.out(`${rotated.api_token}\n`)
    const end = rotated.previous_expires_at
    io.printStatus(
      `Rotated the token ${rotated.id}. Store the new value now; it is not shown again. The previous value ${end === null ? 'no longer works' : `is valid until ${end}`}.\n`,
    )
  },
}

async function rotateToken(
  context: Context,
  home: Home,
  api_token_id: string,
  body: components['schemas']['TokenRotation'],
) {
  const client = await context.appManagement()
  if (home.kind === 'user') {
    const params = { path: { api_token_id } }
    return dataOf(client.POST('/v0.1/api_tokens/{api_token_id}/rotate', { params, body }))
  }
  if (home.kind === 'app') {
    const path = '/v0.1/apps/{owner_name}/{app_name}/api_tokens/{api_token_id}/rotate'
    const params = { path: { ...home.app, api_token_id } }
    return dataOf(client.POST(path, { params, body }))
  }
  const params = { path: { org_name: home.org_name, api_token_id } }
  return dataOf(
    client.POST('/v0.1/orgs/{org_name}/api_tokens/{api_token_id}/rotate', { params, body }),
  )
}

const revoke: Command = {
  name: 'revoke <id>',
  about: 'revoke an API token immediately',
  example: 'binnacle tokens revoke $TOKEN_ID --yes',
  options: [['--descendants', 'also revoke all tokens that were created with it'], ...HOMES, YES],
  async run(context, given) {
    const [api_token_id = ''] = given.args
    const home = await findHome(context, given)
    await confirm(context, given, {
      question: `Revoke the token ${api_token_id}?`,
      consequence: 'Programs that use it will lose access immediately.',
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
  about: 'manage API tokens',
  commands: [list, create, rotate, revoke],
}
