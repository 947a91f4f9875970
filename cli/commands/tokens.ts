import { ACCESS_NAMES } from '../../client/access-names.ts'
import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/app-management.ts'
import { daysOf, lastUseOf } from '../../client/replacement.ts'
import { type Command, type Given, type Group, oneOf } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import { findHome, type Home } from '../targets.ts'
import { confirm, YES } from '../terminal/confirm.ts'
import { type Column, printRows, toJson } from '../terminal/output.ts'

type Token = components['schemas']['ApiToken']
type NewToken = components['schemas']['NewApiToken']
type CreatedToken = components['schemas']['CreatedApiToken']

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
    printCreated(context, await createToken(context, home, body))
  },
}

function printCreated({ io, format }: Context, created: CreatedToken): void {
  if (format === 'json') {
    io.out(toJson(created))
    return
  }
  io.out(`${created.api_token}\n`)
  const end = created.expires_at === null ? '' : ` It expires at ${created.expires_at}.`
  io.printStatus(
    `Created the token ${created.id}. Store its value now; it is not shown again.${end}\n`,
  )
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

async function createToken(context: Context, home: Home, body: NewToken): Promise<CreatedToken> {
  const client = await context.appManagement()
  if (home.kind === 'user') return dataOf(client.POST('/v0.1/api_tokens', { body }))
  if (home.kind === 'app') {
    const params = { path: home.app }
    return dataOf(client.POST('/v0.1/apps/{owner_name}/{app_name}/api_tokens', { params, body }))
  }
  const params = { path: { org_name: home.org_name } }
  return dataOf(client.POST('/v0.1/orgs/{org_name}/api_tokens', { params, body }))
}

const replace: Command = {
  name: 'replace <id>',
  about: 'create a token like another one, print its value once, and offer to revoke the old one',
  example: 'TOKEN=$(binnacle tokens replace $TOKEN_ID)',
  options: [
    [
      '--expires <time>',
      'the expiry, such as 2027-01-31 or 90d (default: as many days as the old one)',
    ],
    ...HOMES,
  ],
  async run(context, given) {
    const [id = ''] = given.args
    const home = await findHome(context, given)
    const old = (await listTokens(context, home)).find((token) => token.id === id.toLowerCase())
    if (!old) throw notListed(id)
    printCreated(context, await createToken(context, home, toReplacement(old, given)))
    await offerRevocation(context, home, old)
  },
}

const notListed = (id: string) =>
  new Failure(
    EXIT.missing,
    'NotFound',
    `The token ${id} does not exist, or you do not have permission to view it.`,
    'List the tokens to see their ids: binnacle tokens list',
  )

function toReplacement(old: Token, given: Given): NewToken {
  const days = daysOf(old)
  const expires = given.text('expires') ?? (days === null ? undefined : `${days}d`)
  return {
    description: old.description,
    scope: old.scope,
    ...(expires !== undefined && { expires_at: toTime(expires) }),
  }
}

/** After the new value was printed: the old token works until somebody says otherwise. */
async function offerRevocation(context: Context, home: Home, old: Token): Promise<void> {
  const { io } = context
  io.printStatus(`The token ${old.id} still works. It was ${lastUseOf(old)}.\n`)
  const answer = await io.ask(
    'Programs that use it will lose access immediately. Type yes to revoke it now: ',
  )
  if (answer?.trim() !== 'yes') {
    return io.printStatus(`To revoke it: binnacle tokens revoke ${old.id}${toOption(home)}\n`)
  }
  await revokeToken(context, home, old.id, {})
  io.printStatus(`Revoked the token ${old.id}.\n`)
}

function toOption(home: Home): string {
  if (home.kind === 'user') return ''
  if (home.kind === 'org') return ` --org ${home.org_name}`
  return ` --app ${home.app.owner_name}/${home.app.app_name}`
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
  commands: [list, create, replace, revoke],
}
