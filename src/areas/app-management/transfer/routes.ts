import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../platform/http/schema.ts'
import { toVisibleApp } from '../apps/routes.ts'
import { App } from '../apps/wire.ts'
import type { Caps } from '../caps/rules.ts'
import { operation } from '../operation.ts'
import { toOrganization } from '../organizations/routes.ts'
import { Organization } from '../organizations/wire.ts'
import { transferApp, transferAppToNewOrganization } from './actions.ts'

const APP = '/v0.1/apps/:owner_name/:app_name'
const WHAT_ENDS =
  'Revokes the tokens and invitations of the app. `x-binnacle-revoked-tokens` is the number of revoked tokens. The members of the app remain, and become members of the organization.'

export function transferRoutes(app: Routes, db: Db, caps: Caps): void {
  app.post(
    `${APP}/transfer/:destination_owner_name`,
    operation('transferApp', 'transfer app', {
      tag: 'apps',
      summary: 'Transfer an app to an organization of which you are an admin',
      description: WHAT_ENDS,
      params: pathParams('owner_name', 'app_name', 'destination_owner_name'),
      answers: { 200: answer('The app with its new owner.', ref(App)) },
    }),
    async ({ call, target, params }, reply) => {
      const destination = params.destination_owner_name
      const { app: row, revokedTokens } = await transferApp(db, call, target, destination, caps)
      return reply
        .header('x-binnacle-revoked-tokens', revokedTokens)
        .send(toVisibleApp(row, call.caller))
    },
  )
  app.post(
    `${APP}/transfer_to_org`,
    operation('transferAppToOrg', 'transfer app', {
      tag: 'apps',
      summary: 'Create an organization and transfer an app to it',
      description: WHAT_ENDS,
      answers: { 200: answer('The new organization.', ref(Organization)) },
    }),
    async ({ call, target }, reply) => {
      const { organization, revokedTokens } = await transferAppToNewOrganization(
        db,
        call,
        target,
        caps,
      )
      return reply
        .header('x-binnacle-revoked-tokens', revokedTokens)
        .send(toOrganization(organization))
    },
  )
}
