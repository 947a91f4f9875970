import { operatorOperation } from '../../../directory/operators/operation.ts'
import { RequestKeyHeaders } from '../../../directory/repeats/wire.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../platform/http/schema.ts'
import type { RealClock } from '../../../platform/time.ts'
import { clientNotFound } from '../errors.ts'
import {
  addClient,
  addSecret,
  changeClient,
  deletePreviousSecret,
  rotateSecret,
  type WithSecret,
} from './actions.ts'
import * as store from './store.ts'
import { Client, ClientChange, ClientList, ClientWithSecret, NewClient } from './wire.ts'

const PATH = '/operator/v1/clients'
const tag = 'clients'

const Id = pathParams('client_id')

export function clientRoutes(app: Routes, db: Db, realTime: RealClock): void {
  app.get(
    PATH,
    operatorOperation('listClients', {
      tag,
      summary: 'List the OAuth clients that operators registered',
      answers: { 200: answer('The clients.', ref(ClientList)) },
    }),
    async () => ({ value: (await store.listClients(db)).map(toClient) }),
  )
  app.post(
    PATH,
    operatorOperation('createClient', {
      tag,
      summary: 'Register an OAuth client, or a service account with client-credentials',
      headers: RequestKeyHeaders,
      body: ref(NewClient),
      answers: { 201: answer('The client, and its secret if it has one.', ref(ClientWithSecret)) },
    }),
    async ({ call, body }, reply) =>
      reply.code(201).send(toClientWithSecret(await addClient(db, call, body))),
  )
  app.get(
    `${PATH}/:client_id`,
    operatorOperation('getClient', {
      tag,
      summary: 'Get an OAuth client',
      params: Id,
      answers: { 200: answer('The client.', ref(Client)) },
    }),
    async ({ params: { client_id: id } }) => {
      const row = await store.findClient(db, id)
      if (!row) throw clientNotFound(id)
      return toClient(row)
    },
  )
  app.patch(
    `${PATH}/:client_id`,
    operatorOperation('updateClient', {
      tag,
      summary: 'Change, disable or enable an OAuth client',
      params: Id,
      body: ref(ClientChange),
      answers: { 200: answer('The client.', ref(Client)) },
    }),
    async ({ call, params, body }) =>
      toClient(await changeClient(db, call, params.client_id, body)),
  )
  app.post(
    `${PATH}/:client_id/secret`,
    operatorOperation('rotateClientSecret', {
      tag,
      summary: 'Create a new secret and revoke all others with their tokens immediately',
      params: Id,
      answers: { 200: answer('The client and its new secret.', ref(ClientWithSecret)) },
    }),
    async ({ call, params }) =>
      toClientWithSecret(await rotateSecret(db, call, realTime, params.client_id)),
  )
  twoSecretsRoutes(app, db, realTime)
}

function twoSecretsRoutes(app: Routes, db: Db, realTime: RealClock): void {
  app.post(
    `${PATH}/:client_id/secrets`,
    operatorOperation('addClientSecret', {
      tag,
      summary: 'Create a new secret; the previous one works until you delete it',
      params: Id,
      answers: { 200: answer('The client and its new secret.', ref(ClientWithSecret)) },
    }),
    async ({ call, params }) => toClientWithSecret(await addSecret(db, call, params.client_id)),
  )
  app.delete(
    `${PATH}/:client_id/secrets/previous`,
    operatorOperation('deletePreviousClientSecret', {
      tag,
      summary:
        'Delete the previous secret; access tokens of a client that is not an operator stay valid until they expire',
      params: Id,
      answers: NO_CONTENT,
    }),
    async ({ call, params }, reply) => {
      await deletePreviousSecret(db, call, realTime, params.client_id)
      return reply.code(204).send()
    },
  )
}

const toClientWithSecret = ({ client, secret }: WithSecret) => ({
  client: toClient(client),
  client_secret: secret ?? null,
})

const toClient = (row: store.ClientRow): Client => ({
  id: row.id,
  principal_id: row.principal_id,
  display_name: row.display_name,
  flows: row.flows as Client['flows'],
  redirect_uris: row.redirect_uris,
  secret_shown_to: row.secret_shown_to,
  has_previous_secret: row.previous_secret_hash !== null,
  previous_secret_shown_to: row.previous_secret_shown_to,
  is_operator: row.is_operator,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
