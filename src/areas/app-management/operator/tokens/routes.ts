import { type TSchema, Type } from 'typebox'
import { accountNotFound } from '../../../../directory/accounts/errors.ts'
import { isOwnerName } from '../../../../directory/accounts/names/rules.ts'
import { hasAccount } from '../../../../directory/accounts/store.ts'
import type { Call } from '../../../../directory/caller.ts'
import { operatorOperation } from '../../../../directory/operators/operation.ts'
import { organizationNotFound } from '../../../../directory/subscriptions/errors.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { type OpenPage, PAGE_SIZE, PageQuery } from '../../../../platform/paging/page.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import { findOrganization } from '../../organizations/store.ts'
import { findTarget } from '../../store.ts'
import type { TokenLife } from '../../tokens/life/rules.ts'
import { toApiToken } from '../../tokens/routes.ts'
import type { TokenRow } from '../../tokens/store.ts'
import { endTokenAsOperator } from './actions.ts'
import { appNotFound, tokenNotFound } from './errors.ts'
import { listTokens, type TokensOf } from './store.ts'
import { type OperatorToken, OperatorTokenList } from './wire.ts'

type Deps = Readonly<{ db: Db; openPage: OpenPage; tokenLife: TokenLife }>
type About<Of extends TSchema, One extends TSchema> = Readonly<{
  tag: string
  name: string
  of: string
  params: Of
  paramsOfOne: One
}>

/** API tokens as operators see and end them: never with a value. */
export function operatorTokenRoutes(app: Routes, deps: Deps): void {
  accountTokenRoutes(app, deps)
  organizationTokenRoutes(app, deps)
  appTokenRoutes(app, deps)
}

function accountTokenRoutes(app: Routes, deps: Deps): void {
  const { db } = deps
  const path = '/operator/v1/accounts/:account_id/tokens'
  const { listOperation, endOperation } = describe({
    tag: 'accounts',
    name: 'Account',
    of: 'that an account created: its own, and those of apps and organizations',
    params: pathParams('account_id'),
    paramsOfOne: pathParams('account_id', 'token_id'),
  })
  const find = async (id: string): Promise<TokensOf> => {
    if (!isUuid(id) || !(await hasAccount(db, id))) throw accountNotFound(id)
    return { createdBy: id }
  }
  app.get(path, listOperation, (request) => {
    const { account_id: id } = request.params
    return listPage(deps, request, ['account', id], () => find(id))
  })
  app.delete(`${path}/:token_id`, endOperation, async ({ call, params }, reply) => {
    await endOne(db, call, await find(params.account_id), params.token_id)
    return reply.code(204).send()
  })
}

function organizationTokenRoutes(app: Routes, deps: Deps): void {
  const { db } = deps
  const path = '/operator/v1/organizations/:organization_id/tokens'
  const { listOperation, endOperation } = describe({
    tag: 'organizations',
    name: 'Organization',
    of: 'of an organization and of its apps',
    params: pathParams('organization_id'),
    paramsOfOne: pathParams('organization_id', 'token_id'),
  })
  const find = async (id: string): Promise<TokensOf> => {
    if (!isUuid(id) || !(await findOrganization(db, id))) throw organizationNotFound(id)
    return { homeId: id }
  }
  app.get(path, listOperation, (request) => {
    const { organization_id: id } = request.params
    return listPage(deps, request, ['organization', id], () => find(id))
  })
  app.delete(`${path}/:token_id`, endOperation, async ({ call, params }, reply) => {
    await endOne(db, call, await find(params.organization_id), params.token_id)
    return reply.code(204).send()
  })
}

function appTokenRoutes(app: Routes, deps: Deps): void {
  const { db } = deps
  const path = '/operator/v1/apps/:owner_name/:app_name/tokens'
  const { listOperation, endOperation } = describe({
    tag: 'apps',
    name: 'App',
    of: 'of an app',
    params: pathParams('owner_name', 'app_name'),
    paramsOfOne: pathParams('owner_name', 'app_name', 'token_id'),
  })
  const find = async (owner: string, app: string): Promise<TokensOf> => {
    const key = { accountId: null, owner: owner.toLowerCase(), app: app.toLowerCase() }
    const resolved = [owner, app].every(isOwnerName) ? await findTarget(db, key) : undefined
    if (!resolved || resolved.appId === null) throw appNotFound(owner, app)
    return { homeId: resolved.ownerId, appId: resolved.appId }
  }
  app.get(path, listOperation, (request) => {
    const { owner_name: owner, app_name: name } = request.params
    return listPage(deps, request, ['app', owner, name], () => find(owner, name))
  })
  app.delete(`${path}/:token_id`, endOperation, async ({ call, params }, reply) => {
    await endOne(db, call, await find(params.owner_name, params.app_name), params.token_id)
    return reply.code(204).send()
  })
}

const describe = <Of extends TSchema, One extends TSchema>(about: About<Of, One>) => ({
  listOperation: operatorOperation(`list${about.name}Tokens`, {
    tag: about.tag,
    summary: `List the API tokens ${about.of}, without their values`,
    params: about.params,
    querystring: Type.Object(PageQuery),
    answers: { 200: answer('A page of tokens that are not revoked.', ref(OperatorTokenList)) },
  }),
  endOperation: operatorOperation(`end${about.name}Token`, {
    tag: about.tag,
    summary: `Revoke one of the API tokens ${about.of}`,
    params: about.paramsOfOne,
    answers: NO_CONTENT,
  }),
})

async function listPage(
  { db, openPage, tokenLife }: Deps,
  { url, query }: Readonly<{ url: string; query: { $skiptoken?: string } }>,
  names: readonly string[],
  find: () => Promise<TokensOf>,
) {
  const scope = ['tokens', ...names.map((name) => name.toLowerCase())]
  const page = openPage<{ id: string }>({ url, cursor: query.$skiptoken, scope })
  const rows = await listTokens(db, await find(), { after: page.after?.id, limit: PAGE_SIZE + 1 })
  return page.answer(
    rows,
    (row) => toOperatorToken(row, tokenLife),
    ({ id }) => ({ id }),
  )
}

async function endOne(db: Db, call: Call, of: TokensOf, tokenId: string): Promise<void> {
  const id = tokenId.toLowerCase()
  if (!isUuid(id)) throw tokenNotFound(id)
  await endTokenAsOperator(db, call, of, id)
}

const toOperatorToken = (row: TokenRow, life: TokenLife): OperatorToken => ({
  ...toApiToken(row, life),
  created_by_id: row.created_by,
  owner_id: row.home_id,
  app_id: row.app_id,
})
