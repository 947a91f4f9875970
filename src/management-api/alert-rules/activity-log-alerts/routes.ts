import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { DELETED, targetOf } from '../action-groups/routes.ts'
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
import { VersionQuery } from '../wire.ts'
import { changeAlert, deleteAlert, saveAlert } from './actions.ts'
import * as store from './store.ts'
import { toAlert } from './views.ts'
import { Alert, AlertInput, AlertList, AlertPatch } from './wire.ts'

const about = { tag: 'activity log alerts', querystring: VersionQuery }
const ONE = { 200: answer('The alert rule.', ref(Alert)) }
const MANY = { 200: answer('The alert rules, by name.', ref(AlertList)) }

export function activityLogAlertRoutes(app: Routes, deps: AlertRuleDeps): void {
  const path = `/providers/${deps.vendorNamespace}.Insights/activityLogAlerts`
  readRoutes(app, deps, path)
  changeRoutes(app, deps, `${GROUP_PATH}${path}/:name`)
}

function readRoutes(app: Routes, { db, vendorNamespace }: AlertRuleDeps, path: string): void {
  const view = (row: store.AlertRow) => toAlert(row, vendorNamespace)
  app.get(
    `${SUBSCRIPTION_PATH}${path}`,
    reading('listActivityLogAlerts', {
      ...about,
      summary: 'List the alert rules of a subscription',
      params: OfSubscription,
      answers: MANY,
    }),
    async ({ subscription }) => ({
      value: (await store.listActivityLogAlerts(db, subscription.id)).map(view),
    }),
  )
  app.get(
    `${GROUP_PATH}${path}`,
    reading('listActivityLogAlertsOfGroup', {
      ...about,
      summary: 'List the alert rules of a resource group',
      params: OfGroup,
      answers: MANY,
    }),
    async ({ subscription, params: { resourceGroup } }) => {
      const rows = await store.listActivityLogAlerts(db, subscription.id, resourceGroup)
      return { value: rows.map(view) }
    },
  )
  app.get(
    `${GROUP_PATH}${path}/:name`,
    reading('getActivityLogAlert', {
      ...about,
      summary: 'Get an alert rule',
      params: OfResource,
      answers: ONE,
    }),
    async (request) => {
      const target = targetOf(request)
      const row = await store.findActivityLogAlert(db, target.subscriptionId, target)
      if (!row) throw alertResourceNotFound('activityLogAlerts', target.resourceGroup, target.name)
      return view(row)
    },
  )
}

function changeRoutes(app: Routes, deps: AlertRuleDeps, path: string): void {
  const { vendorNamespace } = deps
  app.put(
    path,
    changing('setActivityLogAlert', {
      ...about,
      summary: 'Create an alert rule, or replace it',
      params: OfResource,
      headers,
      body: ref(AlertInput),
      answers: ONE,
    }),
    async (request) =>
      toAlert(
        await saveAlert(deps, request.call, targetOf(request), request.body),
        vendorNamespace,
      ),
  )
  app.patch(
    path,
    changing('updateActivityLogAlert', {
      ...about,
      summary: 'Change the tags of an alert rule, or turn it on or off',
      params: OfResource,
      headers,
      body: ref(AlertPatch),
      answers: ONE,
    }),
    async (request) =>
      toAlert(
        await changeAlert(deps, request.call, targetOf(request), request.body),
        vendorNamespace,
      ),
  )
  app.delete(
    path,
    changing('deleteActivityLogAlert', {
      ...about,
      summary: 'Delete an alert rule and its deliveries',
      params: OfResource,
      headers,
      answers: DELETED,
    }),
    async (request, reply) => {
      const isDone = await deleteAlert(deps, request.call, targetOf(request))
      return reply.code(isDone ? 200 : 204).send()
    },
  )
}
