import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { operatorOperation } from '../../../directory/operators/operation.ts'
import { typeRoutes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../platform/http/schema.ts'
import { PAGE_SIZE, PageQuery } from '../../../platform/paging/page.ts'
import { toOrganization } from '../organizations/routes.ts'
import { Organization } from '../organizations/wire.ts'
import type { TokenLife } from '../tokens/life/rules.ts'
import { addOrganizationFor, releaseFreedName } from './actions.ts'
import { type GroupDeps, groupRoutes } from './groups/routes.ts'
import { listOrganizations } from './store.ts'
import { operatorTokenRoutes } from './tokens/routes.ts'
import { NewOrganizationFor, OrganizationList } from './wire.ts'

const PATH = '/operator/v1/organizations'
const tag = 'organizations'

type Deps = GroupDeps & Readonly<{ tokenLife: TokenLife }>

/** Organizations, groups and API tokens as operators see them; the scope and its right are the operator API's. */
export function operatorOrganizationRoutes(scope: FastifyInstance, deps: Deps): void {
  const { db, openPage, caps, tokenLife } = deps
  const app = typeRoutes(scope)
  groupRoutes(app, deps)
  operatorTokenRoutes(app, { db, openPage, tokenLife })
  app.get(
    PATH,
    operatorOperation('listAllOrganizations', {
      tag,
      summary: 'List all organizations',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of organizations.', ref(OrganizationList)) },
    }),
    async ({ query: { $skiptoken: cursor }, url }) => {
      const page = openPage<{ id: string }>({ url, cursor, scope: ['organizations'] })
      const rows = await listOrganizations(db, { after: page.after?.id, limit: PAGE_SIZE + 1 })
      return page.answer(rows, toOrganization, ({ id }) => ({ id }))
    },
  )
  app.post(
    PATH,
    operatorOperation('createOrganizationFor', {
      tag,
      summary: 'Create an organization with an account as its admin',
      body: ref(NewOrganizationFor),
      answers: { 201: answer('The organization.', ref(Organization)) },
    }),
    async ({ call, body }, reply) =>
      reply.code(201).send(toOrganization(await addOrganizationFor(db, call, body, caps))),
  )
  app.delete(
    '/operator/v1/freed-names/:name',
    operatorOperation('releaseFreedName', {
      tag,
      summary: 'Release a name that is reserved for its previous owner',
      params: pathParams('name'),
      answers: NO_CONTENT,
    }),
    async ({ call, params }, reply) => {
      await releaseFreedName(db, call, params.name)
      return reply.code(204).send()
    },
  )
}
