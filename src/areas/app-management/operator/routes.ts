import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import { operatorOperation } from '../../../platform/http/operator-operation.ts'
import { PAGE_SIZE, PageQuery, toPage } from '../../../platform/http/paging.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { toOrganization } from '../organizations/routes.ts'
import { Organization } from '../organizations/wire.ts'
import { addOrganizationFor } from './actions.ts'
import { listOrganizations } from './store.ts'
import { NewOrganizationFor, OrganizationList } from './wire.ts'

const PATH = '/operator/v1/organizations'
const tag = 'organizations'

/** Organizations as operators see them; the scope and its right are the operator API's. */
export function operatorOrganizationRoutes(app: FastifyInstance, db: Db, publicUrl: string): void {
  app.get<{ Querystring: { $skiptoken?: string } }>(
    PATH,
    operatorOperation('listAllOrganizations', {
      tag,
      summary: 'All organizations',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of them.', ref(OrganizationList)) },
    }),
    async ({ query: { $skiptoken: after } }) => {
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
      reply.code(201).send(toOrganization(await addOrganizationFor(db, call, body))),
  )
}
