import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { accountIdOf } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { answer, DONE, ref } from '../../../platform/http/schema.ts'
import type { Caps } from '../caps/rules.ts'
import { organizationNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { changeOrganization, createOrganization, deleteOrganization } from './actions.ts'
import * as store from './store.ts'
import { NewOrganization, Organization, OrganizationChange, Organizations } from './wire.ts'

const ORGANIZATION = '/v0.1/orgs/:org_name'
const tag = 'organizations'

export function organizationRoutes(app: FastifyInstance, db: Db, caps: Caps): void {
  listRoutes(app, db, caps)
  oneOrganizationRoutes(app, db, caps)
}

function listRoutes(app: FastifyInstance, db: Db, caps: Caps): void {
  app.get(
    '/v0.1/orgs',
    operation('listOrgs', 'read own account', {
      tag,
      summary: 'The organizations you are a member of',
      answers: { 200: answer('The organizations.', Type.Array(ref(Organization))) },
    }),
    async ({ call: { caller } }) =>
      (await store.listOrganizationsOf(db, accountIdOf(caller) ?? '')).map(toOrganization),
  )
  app.get(
    '/v0.1/administeredOrgs',
    operation('listAdministeredOrgs', 'read own account', {
      tag,
      summary: 'The organizations you are an admin of',
      answers: { 200: answer('The organizations.', ref(Organizations)) },
    }),
    async ({ call: { caller } }) => {
      const rows = await store.listOrganizationsOf(db, accountIdOf(caller) ?? '', {
        role: 'admin',
      })
      return { organizations: rows.map(toOrganization) }
    },
  )
  app.post<{ Body: NewOrganization }>(
    '/v0.1/orgs',
    operation('createOrg', 'change own account', {
      tag,
      summary: 'Create an organization, with yourself as its admin',
      body: ref(NewOrganization),
      answers: { 201: answer('The organization.', ref(Organization)) },
    }),
    async ({ call, body }, reply) =>
      reply.code(201).send(toOrganization(await createOrganization(db, call, body, caps))),
  )
}

function oneOrganizationRoutes(app: FastifyInstance, db: Db, caps: Caps): void {
  const shown = { 200: answer('The organization.', ref(Organization)) }
  app.get(
    ORGANIZATION,
    operation('getOrg', 'read organization', { tag, summary: 'An organization', answers: shown }),
    async ({ place }) => {
      const row = await store.findOrganization(db, place.ownerId)
      if (!row) throw organizationNotFound()
      return toOrganization(row)
    },
  )
  app.patch<{ Body: OrganizationChange }>(
    ORGANIZATION,
    operation('updateOrg', 'change organization', {
      tag,
      summary: 'Change an organization',
      description: 'A new name changes the addresses of its apps at once; there is no redirect.',
      body: ref(OrganizationChange),
      answers: shown,
    }),
    async ({ call, target, body }) =>
      toOrganization(await changeOrganization(db, call, target, body, caps)),
  )
  app.delete(
    ORGANIZATION,
    operation('deleteOrg', 'change organization', {
      tag,
      summary: 'Delete an organization, with its apps, members, invitations and tokens',
      answers: DONE,
    }),
    async ({ call, target }, reply) => {
      await deleteOrganization(db, call, target, caps)
      return reply.code(204).send()
    },
  )
}

export function toOrganization(row: store.OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    display_name: row.display_name,
    avatar_url: row.avatar_url,
    origin: 'appcenter',
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
