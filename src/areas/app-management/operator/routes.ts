import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import { ExceptionResponse } from '../../../platform/http/exception-response.ts'
import { PAGE_SIZE, PageQuery, toPage } from '../../../platform/http/paging.ts'
import { ref } from '../../../platform/http/schema.ts'
import { toOrganization } from '../organizations/routes.ts'
import { Organization } from '../organizations/wire.ts'
import { addOrganizationFor } from './actions.ts'
import { listOrganizations } from './store.ts'
import { NewOrganizationFor, OrganizationList } from './wire.ts'

const PATH = '/operator/v1/organizations'
const about = { config: { access: { right: 'operate' } } }
const failure = { default: { description: 'Any failure.', ...ref(ExceptionResponse) } }

/** Organizations as operators see them; the scope and its right are the operator API's. */
export function operatorOrganizationRoutes(app: FastifyInstance, db: Db, publicUrl: string): void {
  app.get<{ Querystring: { $skiptoken?: string } }>(
    PATH,
    {
      ...about,
      schema: {
        operationId: 'listAllOrganizations',
        tags: ['organizations'],
        summary: 'All organizations',
        querystring: Type.Object(PageQuery),
        response: { 200: { description: 'A page of them.', ...ref(OrganizationList) }, ...failure },
      },
    },
    async ({ query: { $skiptoken: after } }) => {
      const rows = await listOrganizations(db, { after, limit: PAGE_SIZE + 1 })
      return toPage(rows, toOrganization, ({ id }) => `${publicUrl}${PATH}?$skiptoken=${id}`)
    },
  )
  app.post<{ Body: NewOrganizationFor }>(
    PATH,
    {
      ...about,
      schema: {
        operationId: 'createOrganizationFor',
        tags: ['organizations'],
        summary: 'Create an organization with an account as its admin',
        body: ref(NewOrganizationFor),
        response: { 201: { description: 'The organization.', ...ref(Organization) }, ...failure },
      },
    },
    async ({ call, body }, reply) =>
      reply.code(201).send(toOrganization(await addOrganizationFor(db, call, body))),
  )
}
