import { Type } from 'typebox'
import { principalOf } from '../../../directory/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, ref } from '../../../platform/http/schema.ts'
import type { Caps } from '../caps/rules.ts'
import { organizationNotFound } from '../errors.ts'
import { operation } from '../operation.ts'
import { changeOrganization, createOrganization, deleteOrganization } from './actions.ts'
import * as store from './store.ts'
import {
  NewOrganization,
  Organization,
  OrganizationChange,
  OrganizationSubscription,
  Organizations,
} from './wire.ts'

const ORGANIZATION = '/v0.1/orgs/:org_name'
const tag = 'organizations'

export function organizationRoutes(app: Routes, db: Db, caps: Caps): void {
  listRoutes(app, db, caps)
  oneOrganizationRoutes(app, db, caps)
}

function listRoutes(app: Routes, db: Db, caps: Caps): void {
  app.get(
    '/v0.1/orgs',
    operation('listOrgs', 'read own account', {
      tag,
      summary: 'List the organizations of which you are a member',
      answers: { 200: answer('The organizations.', Type.Array(ref(Organization))) },
    }),
    async ({ call: { caller } }) =>
      (await store.listOrganizationsOf(db, caller.account.id)).map(toOrganization),
  )
  app.get(
    '/v0.1/administeredOrgs',
    operation('listAdministeredOrgs', 'read own account', {
      tag,
      summary: 'List the organizations of which you are an admin',
      answers: { 200: answer('The organizations.', ref(Organizations)) },
    }),
    async ({ call: { caller } }) => {
      const rows = await store.listOrganizationsOf(db, caller.account.id, {
        role: 'admin',
      })
      return { organizations: rows.map(toOrganization) }
    },
  )
  app.post(
    '/v0.1/orgs',
    operation('createOrg', 'change own account', {
      tag,
      summary: 'Create an organization and become its admin',
      body: ref(NewOrganization),
      answers: { 201: answer('The organization.', ref(Organization)) },
    }),
    async ({ call, body }, reply) =>
      reply.code(201).send(toOrganization(await createOrganization(db, call, body, caps))),
  )
}

function oneOrganizationRoutes(app: Routes, db: Db, caps: Caps): void {
  const shown = { 200: answer('The organization.', ref(Organization)) }
  app.get(
    ORGANIZATION,
    operation('getOrg', 'read organization', {
      tag,
      summary: 'Get an organization',
      answers: shown,
    }),
    async ({ resolved }) => {
      const row = await store.findOrganization(db, resolved.ownerId)
      if (!row) throw organizationNotFound()
      return toOrganization(row)
    },
  )
  app.get(
    `${ORGANIZATION}/subscriptions`,
    operation('listOrgSubscriptions', 'read organization members', {
      tag,
      summary: 'List the subscriptions on which you have a role as a member of an organization',
      description: 'Lists at most 1,000, by display name.',
      isOurs: true,
      answers: {
        200: answer('The subscriptions.', Type.Array(ref(OrganizationSubscription))),
      },
    }),
    async ({ call, resolved }) =>
      store.listSubscriptionsOpenedBy(db, resolved.ownerId, principalOf(call.caller), 1000),
  )
  app.patch(
    ORGANIZATION,
    operation('updateOrg', 'change organization', {
      tag,
      summary: 'Change an organization',
      description:
        'A new name changes the URLs of its apps immediately. The old URLs do not redirect.',
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
      answers: NO_CONTENT,
    }),
    async ({ call, target }, reply) => {
      await deleteOrganization(db, call, target)
      return reply.code(204).send()
    },
  )
}

export function toOrganization(row: store.OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    display_name: row.display_name,
    avatar_url: null,
    origin: 'appcenter',
    requires_second_factor: row.requires_second_factor,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
