import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { startOfToken } from '../../../directory/api-token.ts'
import {
  type Call,
  TOKEN_KINDS,
  type TokenAccess,
  type TokenKind,
} from '../../../directory/caller.ts'
import { TokenKeyHeaders } from '../../../directory/repeats/wire.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, ref } from '../../../platform/http/schema.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { answerList, type LongList } from '../../../platform/paging/long-list.ts'
import type { Right } from '../access.ts'
import { expiryUnreadable, tokenFieldsMissing } from '../errors.ts'
import { operation } from '../operation.ts'
import { createToken, type Issued, revokeToken } from './actions.ts'
import { FAMILIES, ONE_TOKEN, RIGHTS } from './families.ts'
import { combineLives, exceedsLife, type TokenLife } from './life/rules.ts'
import { dropEmptyFields, fillMissingFields, listMissingFields, tokensInReach } from './rules.ts'
import * as store from './store.ts'
import { ApiToken, CreatedApiToken, NewApiToken, Revocation } from './wire.ts'

type Kind = TokenKind

type Options = Readonly<{
  orgTokens: boolean
  compatibleClients: boolean
  tokenLife: TokenLife
  mailer: Mailer
}>

export function tokenRoutes(app: Routes, db: Db, options: Options): void {
  const kinds = TOKEN_KINDS.filter((kind) => kind !== 'org' || options.orgTokens)
  for (const kind of kinds) {
    LIST_ROUTES[kind](app, db, options.tokenLife)
    createRoute(app, db, kind, options)
    revokeRoute(app, db, kind)
  }
}

const extension = (kind: Kind) => (kind === 'org' ? ({ isOurs: true } as const) : {})

const list = (db: Db, reply: FastifyReply, life: TokenLife, scope: store.TokenScope) =>
  answerList(reply, tokensOf(db, scope), (rows) => rows.map((row) => toApiToken(row, life)))

const LIST_ROUTES: Readonly<Record<Kind, (app: Routes, db: Db, life: TokenLife) => void>> = {
  user: (app, db, life) =>
    app.get(FAMILIES.user.path, listOperation('user', RIGHTS.user.read), ({ call }, reply) =>
      list(db, reply, life, { homeId: call.caller.account.id, kind: 'user' }),
    ),
  app: (app, db, life) =>
    app.get(FAMILIES.app.path, listOperation('app', RIGHTS.app.read), ({ call, resolved }, reply) =>
      list(db, reply, life, tokensInReach(call.caller, resolved)),
    ),
  org: (app, db, life) =>
    app.get(FAMILIES.org.path, listOperation('org', RIGHTS.org.read), ({ resolved }, reply) =>
      list(db, reply, life, { homeId: resolved.ownerId, kind: 'org' }),
    ),
}

const listOperation = <R extends Right>(kind: Kind, right: R) =>
  operation(`list${FAMILIES[kind].name}ApiTokens`, right, {
    tag: FAMILIES[kind].tag,
    summary: `List the API tokens of ${FAMILIES[kind].owner}, without their values`,
    ...extension(kind),
    answers: { 200: answer('The tokens that are not revoked.', Type.Array(ref(ApiToken))) },
  })

const tokensOf = (db: Db, scope: store.TokenScope): LongList<store.TokenRow, string> => ({
  readFew: (most) => store.listTokens(db, scope, { most }),
  readKeys: () => store.listTokenIds(db, scope),
  readRows: (ids) => store.listTokens(db, scope, { ids }),
})

function createRoute(
  app: Routes,
  db: Db,
  kind: Kind,
  { compatibleClients, tokenLife, mailer }: Options,
): void {
  const { path, tag, name, owner } = FAMILIES[kind]
  const about = operation(`create${name}ApiToken`, RIGHTS[kind].create, {
    tag,
    summary: `Create an API token for ${owner}`,
    description:
      'The response contains the token value. This is the only time it is shown; the server does not store it.',
    ...extension(kind),
    headers: TokenKeyHeaders,
    body: ref(NewApiToken),
    answers: { 201: answer('The token, with its value.', ref(CreatedApiToken)) },
  })
  app.post(
    path,
    { ...about, preValidation: compatibleClients ? fillBody : requireFields },
    async ({ call, target, body }, reply) => {
      const input = {
        kind,
        access: body.scope[0] ?? 'viewer',
        description: body.description,
        expiresAt: readTime(body.expires_at ?? null),
      }
      const issued = await createToken(db, call, target, input, { tokenLife, mailer })
      return reply.code(201).send(toCreated(call, input, issued))
    },
  )
}

const isObject = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/** Before the schema is asked, whose sentence would not name the setting. */
async function requireFields({ body }: FastifyRequest): Promise<void> {
  const missing = isObject(body) ? listMissingFields(dropEmptyFields(body)) : []
  if (missing.length > 0) throw tokenFieldsMissing(missing)
}

async function fillBody(request: FastifyRequest): Promise<void> {
  if (!isObject(request.body)) return
  const missing = listMissingFields(request.body)
  // With a name that is not known, the access type may be misspelt: Full access would be a guess.
  const isMisspelt = Object.keys(request.body).some((name) => !(name in NewApiToken.properties))
  if (isMisspelt && missing.includes('scope')) throw tokenFieldsMissing(missing)
  const { 'user-agent': userAgent } = request.headers
  request.body = fillMissingFields(request.body, userAgent)
}

/** A leap second has the form of a time and is none that can be kept. */
function readTime(text: string | null): Date | null {
  const time = text === null ? null : new Date(text)
  if (time && Number.isNaN(time.getTime())) throw expiryUnreadable()
  return time
}

function revokeRoute(app: Routes, db: Db, kind: Kind): void {
  const { path, tag, name, owner } = FAMILIES[kind]
  app.delete(
    `${path}/:api_token_id`,
    operation(`revoke${name}ApiToken`, RIGHTS[kind].revoke, {
      tag,
      summary: `Revoke an API token of ${owner}`,
      description:
        'When this call returns, no node accepts the token. Revoke a token immediately if it may have leaked. `current` is the token that this request uses. Every token can revoke itself.',
      ...extension(kind),
      params: ONE_TOKEN[kind],
      querystring: Revocation,
      answers: NO_CONTENT,
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

export function toApiToken(row: store.TokenRow, installation: TokenLife): ApiToken {
  const ofOwner = { longestDays: row.longest_token_days, defaultDays: null }
  const { longestDays } = combineLives(installation, ofOwner)
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
    last_used_from: row.last_used_from,
    exceeds_limit: exceedsLife(row, longestDays),
  }
}

function toCreated(
  { caller, at }: Call,
  input: { kind: Kind; access: TokenAccess; description: string },
  { id, value, expiresAt }: Issued,
): CreatedApiToken {
  return {
    id,
    api_token: value,
    description: input.description,
    scope: [input.access],
    kind: input.kind,
    created_at: at.toISOString(),
    created_by: caller.kind === 'user' ? caller.account.name : '',
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: null,
    last_used_from: null,
    exceeds_limit: false,
  }
}
