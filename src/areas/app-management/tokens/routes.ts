import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { accountIdOf, type Call } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { answerList, type LongList } from '../../../platform/http/long-list.ts'
import { answer, DONE, ref } from '../../../platform/http/schema.ts'
import { startOfToken } from '../../../platform/secrets.ts'
import { expiryUnreadable, tokenFieldsMissing } from '../errors.ts'
import { operation } from '../operation.ts'
import { createToken, type Issued, revokeToken } from './actions.ts'
import { dropEmptyFields, fillMissingFields, listMissingFields, tokensInReach } from './rules.ts'
import * as store from './store.ts'
import { ApiToken, CreatedApiToken, NewApiToken, Revocation } from './wire.ts'

type Kind = 'user' | 'app' | 'org'
type TokenPath = { api_token_id: string }

/** The three families differ in where they stand and whose tokens they hold, and in nothing else. */
const FAMILIES = {
  user: { path: '/v0.1/api_tokens', tag: 'user', name: 'User', of: 'of your own' },
  app: {
    path: '/v0.1/apps/:owner_name/:app_name/api_tokens',
    tag: 'apps',
    name: 'App',
    of: 'of an app',
  },
  org: {
    path: '/v0.1/orgs/:org_name/api_tokens',
    tag: 'organizations',
    name: 'Org',
    of: 'of an organization',
  },
} as const
const RIGHTS = {
  user: ['read own account', 'change own account', 'revoke user token'],
  app: ['read app tokens', 'create app token', 'revoke app token'],
  org: ['read organization tokens', 'create organization token', 'revoke organization token'],
} as const

type Options = Readonly<{ orgTokens: boolean; compatibleClients: boolean }>

export function tokenRoutes(app: FastifyInstance, db: Db, options: Options): void {
  const kinds = options.orgTokens ? (['user', 'app', 'org'] as const) : (['user', 'app'] as const)
  for (const kind of kinds) {
    listRoute(app, db, kind)
    createRoute(app, db, kind, options.compatibleClients)
    revokeRoute(app, db, kind)
  }
}

const extension = (kind: Kind) => (kind === 'org' ? ({ isOurs: true } as const) : {})

function listRoute(app: FastifyInstance, db: Db, kind: Kind): void {
  const { path, tag, name, of } = FAMILIES[kind]
  app.get(
    path,
    operation(`list${name}ApiTokens`, RIGHTS[kind][0], {
      tag,
      summary: `The API tokens ${of}, without their values`,
      ...extension(kind),
      answers: { 200: answer('The tokens that are not revoked.', Type.Array(ref(ApiToken))) },
    }),
    async (request, reply) =>
      answerList(reply, tokensOf(db, scopeOf(request, kind)), (rows) => rows.map(toApiToken)),
  )
}

const tokensOf = (db: Db, scope: store.TokenScope): LongList<store.TokenRow, string> => ({
  readFew: (most) => store.listTokens(db, scope, { most }),
  readKeys: () => store.listTokenIds(db, scope),
  readRows: (ids) => store.listTokens(db, scope, { ids }),
})

function scopeOf({ call, place }: FastifyRequest, kind: Kind): store.TokenScope {
  const { caller } = call
  if (kind === 'user') return { homeId: accountIdOf(caller) ?? '', kind }
  return tokensInReach(kind, caller, place)
}

function createRoute(app: FastifyInstance, db: Db, kind: Kind, isCompatible: boolean): void {
  const { path, tag, name, of } = FAMILIES[kind]
  const about = operation(`create${name}ApiToken`, RIGHTS[kind][1], {
    tag,
    summary: `Create an API token ${of}`,
    description: 'The answer holds the token value. It is shown this once, and stored nowhere.',
    ...extension(kind),
    body: ref(NewApiToken),
    answers: { 201: answer('The token, with its value.', ref(CreatedApiToken)) },
  })
  app.post<{ Body: NewApiToken }>(
    path,
    { ...about, preValidation: isCompatible ? fillBody : requireFields },
    async ({ call, target, body }, reply) => {
      const wish = {
        kind,
        access: body.scope[0] ?? 'viewer',
        description: body.description,
        expiresAt: readTime(body.expires_at ?? null),
      }
      const issued = await createToken(db, call, target, wish)
      return reply.code(201).send(toCreated(call, wish, issued))
    },
  )
}

type WithBody = FastifyRequest<{ Body: NewApiToken }>
const isObject = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/** Before the schema is asked, whose sentence would not name the setting. */
async function requireFields({ body }: WithBody): Promise<void> {
  const missing = isObject(body) ? listMissingFields(dropEmptyFields(body)) : []
  if (missing.length > 0) throw tokenFieldsMissing(missing)
}

async function fillBody(request: WithBody): Promise<void> {
  if (!isObject(request.body)) return
  const missing = listMissingFields(request.body)
  // With a name that is not known, the access type may be misspelt: Full access would be a guess.
  const isMisspelt = Object.keys(request.body).some((name) => !(name in NewApiToken.properties))
  if (isMisspelt && missing.includes('scope')) throw tokenFieldsMissing(missing)
  const { 'user-agent': userAgent } = request.headers
  request.body = fillMissingFields(request.body, userAgent) as NewApiToken
}

/** A leap second has the form of a time and is none that can be kept. */
function readTime(text: string | null): Date | null {
  const time = text === null ? null : new Date(text)
  if (time && Number.isNaN(time.getTime())) throw expiryUnreadable()
  return time
}

function revokeRoute(app: FastifyInstance, db: Db, kind: Kind): void {
  const { path, tag, name, of } = FAMILIES[kind]
  app.delete<{ Params: TokenPath; Querystring: Revocation }>(
    `${path}/:api_token_id`,
    operation(`revoke${name}ApiToken`, RIGHTS[kind][2], {
      tag,
      summary: `Revoke an API token ${of}`,
      description:
        'From the moment this answers, no node accepts the token. Revoke at once when a token may have leaked. `current` is the token of the call itself, which any token may revoke.',
      ...extension(kind),
      querystring: Revocation,
      answers: DONE,
    }),
    async ({ call, target, params, query }, reply) => {
      await revokeToken(db, call, target, {
        kind,
        id: params.api_token_id.toLowerCase(),
        withDescendants: query.descendants === true,
      })
      return reply.code(204).send()
    },
  )
}

export function toApiToken(row: store.TokenRow): ApiToken {
  return {
    id: row.id,
    description: row.description,
    scope: [row.access],
    kind: row.kind,
    ...(row.secret_start !== null && {
      value_start: startOfToken(row.kind, row.home_id, row.secret_start),
    }),
    created_at: row.created_at.toISOString(),
    created_by: row.creator,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}

function toCreated(
  { caller, at }: Call,
  wish: { kind: Kind; access: 'all' | 'viewer'; description: string },
  { id, value, expiresAt }: Issued,
): CreatedApiToken {
  return {
    id,
    api_token: value,
    description: wish.description,
    scope: [wish.access],
    kind: wish.kind,
    created_at: at.toISOString(),
    created_by: caller.kind === 'user' ? caller.account.name : '',
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: null,
  }
}
