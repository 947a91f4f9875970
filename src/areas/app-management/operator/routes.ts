import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import { operatorOperation } from '../../../platform/http/operator-operation.ts'
import { PAGE_SIZE, PageQuery, readIdCursor, toPage } from '../../../platform/http/paging.ts'
import { answer, DONE, ref } from '../../../platform/http/schema.ts'
import type { Caps } from '../caps/rules.ts'
import { toOrganization } from '../organizations/routes.ts'
import { Organization } from '../organizations/wire.ts'
import { addOrganizationFor, releaseFreedName } from './actions.ts'
import { listOrganizations } from './store.ts'
import { operatorTokenRoutes } from './tokens/routes.ts'
import { NewOrganizationFor, OrganizationList } from './wire.ts'

const PATH = '/operator/v1/organizations'
const tag = 'organizations'

/** Organizations and API tokens as operators see them; the scope and its right are the operator API's. */
export function operatorOrganizationRoutes(
  app: FastifyInstance,
  { db, publicUrl, caps }: Readonly<{ db: Db; publicUrl: string; caps: Caps }>,
): void {
  operatorTokenRoutes(app, db, publicUrl)
  app.get<{ Querystring: { $skiptoken?: string } }>(
    PATH,
    operatorOperation('listAllOrganizations', {
      tag,
      summary: 'All organizations',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of them.', ref(OrganizationList)) },
    }),
    async ({ query: { $skiptoken } }) => {
      const after = readIdCursor($skiptoken)
      const rows = await listOrganizations(db, { after, limit: PAGE_SIZE + 1 })
      return toPage(rows, toOrganization, ({ id }) => `${publicUrl}${PATH}?$skiptoken=${id}`)
    },
  )
  app.post<{ Body: NewOrganizationFor }>(
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
  app.delete<{ Params: { name: string } }>(
    '/operator/v1/freed-names/:name',
    operatorOperation('releaseFreedName', {
      tag,
      summary: 'Let anybody take a name that is kept for the owner who gave it up',
      answers: DONE,
    }),
    async ({ call, params }, reply) => {
      await releaseFreedName(db, call, params.name)
      return reply.code(204).send()
    },
  )
}
