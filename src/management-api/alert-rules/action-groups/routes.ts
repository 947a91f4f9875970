import type { Subscription } from '../../../directory/subscriptions/rules.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, ref } from '../../../platform/http/schema.ts'
import type { AlertRuleDeps } from '../actions.ts'
import { alertResourceNotFound } from '../errors.ts'
import {
  changing,
  GROUP_PATH,
  headers,
  OfGroup,
  OfResource,
  OfSubscription,
  reading,
  SUBSCRIPTION_PATH,
} from '../operation.ts'
import { rights } from '../rules.ts'
import { VersionQuery } from '../wire.ts'
import { changeActionGroup, deleteActionGroup, enableReceiver, saveActionGroup } from './actions.ts'
import * as store from './store.ts'
import { toActionGroup } from './views.ts'
import {
  ActionGroup,
  ActionGroupInput,
  ActionGroupList,
  ActionGroupPatch,
  EnableRequest,
} from './wire.ts'

const about = { tag: 'action groups', querystring: VersionQuery }
const ONE = { 200: answer('The action group.', ref(ActionGroup)) }
const MANY = { 200: answer('The action groups, by name.', ref(ActionGroupList)) }

type Named = Readonly<{
  subscription: Pick<Subscription, 'id'>
  params: Readonly<{ resourceGroup: string; name: string }>
}>
export const targetOf = ({ subscription, params: { resourceGroup, name } }: Named) => ({
  subscriptionId: subscription.id,
  resourceGroup,
  name,
})

const changers: readonly string[] = rights['change alert rules']

export function actionGroupRoutes(app: Routes, deps: AlertRuleDeps): void {
  const path = `/providers/${deps.vendorNamespace}.Insights/actionGroups`
  readRoutes(app, deps, path)
  changeRoutes(app, deps, `${GROUP_PATH}${path}/:name`)
}

function readRoutes(app: Routes, { db, vendorNamespace, seal }: AlertRuleDeps, path: string): void {
  /** Addresses hold secrets: whole ones are for those who could replace them. */
  const viewFor =
    ({ role }: Pick<Subscription, 'role'>) =>
    (row: store.GroupRow) =>
      toActionGroup(row, vendorNamespace, changers.includes(role) ? seal : undefined)
  app.get(
    `${SUBSCRIPTION_PATH}${path}`,
    reading('listActionGroups', {
      ...about,
      summary: 'List the action groups of a subscription',
      params: OfSubscription,
      answers: MANY,
    }),
    async ({ subscription }) => ({
      value: (await store.listActionGroups(db, subscription.id)).map(viewFor(subscription)),
    }),
  )
  app.get(
    `${GROUP_PATH}${path}`,
    reading('listActionGroupsOfGroup', {
      ...about,
      summary: 'List the action groups of a resource group',
      params: OfGroup,
      answers: MANY,
    }),
    async ({ subscription, params: { resourceGroup } }) => {
      const rows = await store.listActionGroups(db, subscription.id, resourceGroup)
      return { value: rows.map(viewFor(subscription)) }
    },
  )
  app.get(
    `${GROUP_PATH}${path}/:name`,
    reading('getActionGroup', {
      ...about,
      summary: 'Get an action group',
      params: OfResource,
      answers: ONE,
    }),
    async (request) => {
      const target = targetOf(request)
      const row = await store.findActionGroup(db, target.subscriptionId, target)
      if (!row) throw alertResourceNotFound('actionGroups', target.resourceGroup, target.name)
      return viewFor(request.subscription)(row)
    },
  )
}

function changeRoutes(app: Routes, deps: AlertRuleDeps, path: string): void {
  const view = (row: store.GroupRow) => toActionGroup(row, deps.vendorNamespace, deps.seal)
  app.put(
    path,
    changing('setActionGroup', {
      ...about,
      summary: 'Create an action group, or replace it',
      params: OfResource,
      headers,
      body: ref(ActionGroupInput),
      answers: ONE,
    }),
    async (request) =>
      view(await saveActionGroup(deps, request.call, targetOf(request), request.body)),
  )
  app.patch(
    path,
    changing('updateActionGroup', {
      ...about,
      summary: 'Change the tags of an action group, or turn it on or off',
      params: OfResource,
      headers,
      body: ref(ActionGroupPatch),
      answers: ONE,
    }),
    async (request) =>
      view(await changeActionGroup(deps, request.call, targetOf(request), request.body)),
  )
  app.delete(
    path,
    changing('deleteActionGroup', {
      ...about,
      summary: 'Delete an action group',
      params: OfResource,
      headers,
      answers: DELETED,
    }),
    async (request, reply) => {
      const isDone = await deleteActionGroup(deps, request.call, targetOf(request))
      return reply.code(isDone ? 200 : 204).send()
    },
  )
  app.post(
    `${path}/subscribe`,
    changing('enableReceiver', {
      ...about,
      summary: 'Turn a web hook on again that was turned off after failures',
      params: OfResource,
      headers,
      body: ref(EnableRequest),
      answers: { 200: NO_CONTENT[204] },
    }),
    async (request, reply) => {
      const { receiverName } = request.body
      await enableReceiver(deps, request.call, targetOf(request), receiverName)
      return reply.code(200).send()
    },
  )
}

/** As published clients expect it. */
export const DELETED = {
  200: { ...NO_CONTENT[204], description: 'The resource was deleted.' },
  204: { ...NO_CONTENT[204], description: 'The resource does not exist.' },
}
