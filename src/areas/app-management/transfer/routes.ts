import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/connect.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { toVisibleApp } from '../apps/routes.ts'
import { App } from '../apps/wire.ts'
import type { Caps } from '../caps/rules.ts'
import { operation } from '../operation.ts'
import { toOrganization } from '../organizations/routes.ts'
import { Organization } from '../organizations/wire.ts'
import { transferApp, transferAppToNewOrganization } from './actions.ts'

const APP = '/v0.1/apps/:owner_name/:app_name'
const WHAT_ENDS =
  'The tokens of the app and invitations to it end; `x-binnacle-revoked-tokens` says how many tokens. Its members stay, and become members of the organization.'

export function transferRoutes(app: FastifyInstance, db: Db, caps: Caps): void {
  app.post<{ Params: { destination_owner_name: string } }>(
    `${APP}/transfer/:destination_owner_name`,
    operation('transferApp', 'give app away', {
      tag: 'apps',
      summary: 'Give an app to an organization of which you are an admin',
      description: WHAT_ENDS,
      answers: { 200: answer('The app, under its new owner.', ref(App)) },
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
    operation('transferAppToOrg', 'give app away', {
      tag: 'apps',
      summary: 'Give an app to a new organization made for it',
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
