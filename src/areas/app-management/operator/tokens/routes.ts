import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../../platform/db/connect.ts'
import { operatorOperation } from '../../../../platform/http/operator-operation.ts'
import { PAGE_SIZE, PageQuery, readIdCursor, toPage } from '../../../../platform/http/paging.ts'
import { answer, DONE, ref } from '../../../../platform/http/schema.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import { findOrganization } from '../../organizations/store.ts'
import { isOwnerName } from '../../owners/rules.ts'
import { findPlace } from '../../store.ts'
import { toApiToken } from '../../tokens/routes.ts'
import type { TokenRow } from '../../tokens/store.ts'
import { hasAccount } from '../store.ts'
import { endTokenAsOperator } from './actions.ts'
import { accountNotFound, appNotFound, organizationNotFound, tokenNotFound } from './errors.ts'
import { listTokens, type TokensOf } from './store.ts'
import { type OperatorToken, OperatorTokenList } from './wire.ts'

type Names = Readonly<Record<string, string>>

type Family = Readonly<{
  path: string
  tag: string
  name: string
  of: string
  find: (db: Db, names: Names) => Promise<TokensOf>
}>

const FAMILIES: readonly Family[] = [
  {
    path: '/operator/v1/accounts/:account_id/tokens',
    tag: 'accounts',
    name: 'Account',
    of: 'that an account created: its own, and those of apps and organizations',
    async find(db, { account_id: id = '' }) {
      if (!isUuid(id) || !(await hasAccount(db, id))) throw accountNotFound(id)
      return { createdBy: id }
    },
  },
  {
    path: '/operator/v1/organizations/:organization_id/tokens',
    tag: 'organizations',
    name: 'Organization',
    of: 'of an organization and of its apps',
    async find(db, { organization_id: id = '' }) {
      if (!isUuid(id) || !(await findOrganization(db, id))) throw organizationNotFound(id)
      return { homeId: id }
    },
  },
  {
    path: '/operator/v1/apps/:owner_name/:app_name/tokens',
    tag: 'apps',
    name: 'App',
    of: 'of an app',
    async find(db, { owner_name: owner = '', app_name: app = '' }) {
      const key = { accountId: null, owner: owner.toLowerCase(), app: app.toLowerCase() }
      const place = [owner, app].every(isOwnerName) ? await findPlace(db, key) : undefined
      if (!place || place.appId === null) throw appNotFound(owner, app)
      return { homeId: place.ownerId, appId: place.appId }
    },
  },
]

/** API tokens as operators see and end them: never with a value. */
export function operatorTokenRoutes(app: FastifyInstance, db: Db, publicUrl: string): void {
  for (const family of FAMILIES) {
    listRoute(app, db, publicUrl, family)
    endRoute(app, db, family)
  }
}

function listRoute(app: FastifyInstance, db: Db, publicUrl: string, family: Family): void {
  app.get<{ Params: Names; Querystring: { $skiptoken?: string } }>(
    family.path,
    operatorOperation(`list${family.name}Tokens`, {
      tag: family.tag,
      summary: `API tokens ${family.of}, without their values`,
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of tokens that are not revoked.', ref(OperatorTokenList)) },
    }),
    async ({ params, query: { $skiptoken } }) => {
      const after = readIdCursor($skiptoken)
      const of = await family.find(db, params)
      const rows = await listTokens(db, of, { after, limit: PAGE_SIZE + 1 })
      const path = family.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      )
      return toPage(rows, toOperatorToken, ({ id }) => `${publicUrl}${path}?$skiptoken=${id}`)
    },
  )
}

function endRoute(app: FastifyInstance, db: Db, family: Family): void {
  app.delete<{ Params: Names }>(
    `${family.path}/:token_id`,
    operatorOperation(`end${family.name}Token`, {
      tag: family.tag,
      summary: `Revoke one of the API tokens ${family.of}`,
      answers: DONE,
    }),
    async ({ call, params }, reply) => {
      const id = params.token_id?.toLowerCase() ?? ''
      const of = await family.find(db, params)
      if (!isUuid(id)) throw tokenNotFound(id)
      await endTokenAsOperator(db, call, of, id)
      return reply.code(204).send()
    },
  )
}

const toOperatorToken = (row: TokenRow): OperatorToken => ({
  ...toApiToken(row),
  created_by_id: row.created_by,
  owner_id: row.home_id,
  app_id: row.app_id,
})
