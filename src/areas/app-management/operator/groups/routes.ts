import { Type } from 'typebox'
import { operatorOperation } from '../../../../directory/operators/operation.ts'
import { organizationNotFound } from '../../../../directory/subscriptions/errors.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../../platform/http/schema.ts'
import { type OpenPage, PAGE_SIZE, PageQuery } from '../../../../platform/paging/page.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import type { Caps } from '../../caps/rules.ts'
import { addGroup, removeGroup, removeOrganizationRole, setOrganizationRole } from './actions.ts'
import { groupNotFound } from './errors.ts'
import * as store from './store.ts'
import { Group, GroupList, GroupOrganizationList, GroupOrganizationRole, NewGroup } from './wire.ts'

const PATH = '/operator/v1/groups'
const tag = 'groups'

export type GroupDeps = Readonly<{
  db: Db
  openPage: OpenPage
  caps: Caps
  /** Where people sign in, so that their groups are known. */
  signInIssuers: readonly string[]
}>

/** Groups of trusted issuers that can have roles. */
export function groupRoutes(app: Routes, deps: GroupDeps): void {
  groupItselfRoutes(app, deps)
  groupOrganizationRoutes(app, deps)
}

function groupItselfRoutes(app: Routes, { db, openPage, caps, signInIssuers }: GroupDeps): void {
  app.get(
    PATH,
    operatorOperation('listGroups', {
      tag,
      summary: 'List the registered groups of trusted issuers',
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of groups.', ref(GroupList)) },
    }),
    async ({ query: { $skiptoken: cursor }, url }) => {
      const page = openPage<{ id: string }>({ url, cursor, scope: ['groups'] })
      const asked = { after: page.after?.id, limit: PAGE_SIZE + 1 }
      return page.answer(await store.listGroups(db, asked), toGroup, ({ id }) => ({ id }))
    },
  )
  app.post(
    PATH,
    operatorOperation('createGroup', {
      tag,
      summary: 'Register a group of a trusted issuer, so that it can have roles',
      body: ref(NewGroup),
      answers: { 201: answer('The group.', ref(Group)) },
    }),
    async ({ call, body }, reply) => {
      const group = await addGroup(db, call, signInIssuers, body)
      return reply.code(201).send(toGroup({ ...group, members: 0 }))
    },
  )
  app.delete(
    `${PATH}/:group_id`,
    operatorOperation('deleteGroup', {
      tag,
      summary: 'Remove a group, with its roles and the roles that people have only through it',
      params: pathParams('group_id'),
      answers: NO_CONTENT,
    }),
    async ({ call, params: { group_id: id } }, reply) => {
      await removeGroup(db, call, groupIdOf(id), caps)
      return reply.code(204).send()
    },
  )
}

function groupOrganizationRoutes(app: Routes, { db, openPage, caps }: GroupDeps): void {
  const path = `${PATH}/:group_id/organizations`
  const OfOrganization = pathParams('group_id', 'organization_id')
  app.get(
    path,
    operatorOperation('listGroupOrganizations', {
      tag,
      summary: 'List the roles that a group has in organizations',
      params: pathParams('group_id'),
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of roles.', ref(GroupOrganizationList)) },
    }),
    async ({ params, query: { $skiptoken: cursor }, url }) => {
      const id = groupIdOf(params.group_id)
      const page = openPage<{ id: string }>({ url, cursor, scope: ['group roles', id] })
      if (!(await store.findGroup(db, id))) throw groupNotFound(id)
      const asked = { after: page.after?.id, limit: PAGE_SIZE + 1 }
      return page.answer(
        await store.listRoles(db, id, asked),
        (row) => row,
        ({ organization_id }) => ({ id: organization_id }),
      )
    },
  )
  app.put(
    `${path}/:organization_id`,
    operatorOperation('setGroupOrganizationRole', {
      tag,
      summary: 'Give everybody in a group a role in an organization',
      params: OfOrganization,
      body: ref(GroupOrganizationRole),
      answers: NO_CONTENT,
    }),
    async ({ call, params, body: { role } }, reply) => {
      await setOrganizationRole(db, call, keyOf(params), role, caps)
      return reply.code(204).send()
    },
  )
  app.delete(
    `${path}/:organization_id`,
    operatorOperation('removeGroupOrganizationRole', {
      tag,
      summary: 'Remove the role of a group in an organization from everybody who has it only so',
      params: OfOrganization,
      answers: NO_CONTENT,
    }),
    async ({ call, params }, reply) => {
      await removeOrganizationRole(db, call, keyOf(params), caps)
      return reply.code(204).send()
    },
  )
}

function groupIdOf(id: string): string {
  if (!isUuid(id)) throw groupNotFound(id)
  return id.toLowerCase()
}

function keyOf(params: Readonly<{ group_id: string; organization_id: string }>): store.RoleKey {
  const groupId = groupIdOf(params.group_id)
  const organizationId = params.organization_id.toLowerCase()
  if (!isUuid(organizationId)) throw organizationNotFound(organizationId)
  return { groupId, organizationId }
}

const toGroup = ({ id, issuer, value, display_name, members }: store.ListedGroupRow): Group => ({
  id,
  issuer,
  value,
  display_name,
  members,
})
