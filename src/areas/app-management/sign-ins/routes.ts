import { Type } from 'typebox'
import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, NO_CONTENT, pathParams, ref } from '../../../platform/http/schema.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { operation } from '../operation.ts'
import {
  endSession,
  endSessions,
  type OwnGrant,
  type OwnSession,
  type SignIns,
  sessionOf,
  withdrawGrant,
} from './actions.ts'
import { sessionNotFound } from './errors.ts'
import { EndedSessions, UserGrant, UserSession, UserSignIn } from './wire.ts'

const tag = 'user'
const RIGHT = 'manage own sign-ins'

/** Where the caller is signed in, and what may act for them. */
export function signInRoutes(app: Routes, db: Db, signIns: SignIns): void {
  app.get(
    '/v0.1/user/sign_in',
    operation('getUserSignIn', RIGHT, {
      tag,
      summary: 'Get your sign-in methods',
      isOurs: true,
      answers: { 200: answer('The sign-in methods.', ref(UserSignIn)) },
    }),
    async ({ call }) => {
      const ways = await signIns.findWays(call.caller.account.id)
      return {
        password_set_at: ways.passwordSetAt?.toISOString() ?? null,
        change_password_url: ways.changePasswordUrl,
        issuers: [...ways.issuers],
      }
    },
  )
  sessionRoutes(app, db, signIns)
  grantRoutes(app, db, signIns)
}

function sessionRoutes(app: Routes, db: Db, signIns: SignIns): void {
  app.get(
    '/v0.1/user/sessions',
    operation('listUserSessions', RIGHT, {
      tag,
      summary: 'List your sessions',
      description:
        'Lists at most 100 browsers in which you are signed in and applications that stay signed in, the most recently used first.',
      isOurs: true,
      answers: { 200: answer('The sessions.', Type.Array(ref(UserSession))) },
    }),
    async ({ call }) => {
      const current = sessionOf(call)
      const sessions = await signIns.listSessions(call.caller.account.id)
      return sessions.map((session) => toUserSession(session, current))
    },
  )
  app.delete(
    '/v0.1/user/sessions/:session_id',
    operation('endUserSession', RIGHT, {
      tag,
      summary: 'End one of your sessions',
      description:
        'The access tokens of the session are rejected from the next request on. API tokens stay valid.',
      isOurs: true,
      params: pathParams('session_id'),
      answers: NO_CONTENT,
    }),
    async ({ call, params: { session_id: id } }, reply) => {
      if (!isUuid(id)) throw sessionNotFound()
      await endSession(db, call, signIns, id.toLowerCase())
      return reply.code(204).send()
    },
  )
  app.post(
    '/v0.1/user/sessions/end',
    operation('endUserSessions', RIGHT, {
      tag,
      summary: 'End all your sessions, or all except this one',
      description: 'API tokens stay valid.',
      isOurs: true,
      body: ref(EndedSessions),
      answers: NO_CONTENT,
    }),
    async ({ call, body }, reply) => {
      await endSessions(db, call, signIns, body)
      return reply.code(204).send()
    },
  )
}

function grantRoutes(app: Routes, db: Db, signIns: SignIns): void {
  app.get(
    '/v0.1/user/grants',
    operation('listUserGrants', RIGHT, {
      tag,
      summary: 'List the applications that you have allowed to act for you',
      description:
        'Lists at most 100 applications, the newest grant first. The portal is not included.',
      isOurs: true,
      answers: { 200: answer('The grants.', Type.Array(ref(UserGrant))) },
    }),
    async ({ call }) => (await signIns.listGrants(call.caller.account.id)).map(toUserGrant),
  )
  app.delete(
    '/v0.1/user/grants/:client_id',
    operation('withdrawUserGrant', RIGHT, {
      tag,
      summary: 'Withdraw the access of an application to your account',
      description:
        'Revokes the access tokens and refresh tokens of the application for your account. The application must request access again.',
      isOurs: true,
      params: pathParams('client_id'),
      answers: NO_CONTENT,
    }),
    async ({ call, params: { client_id: client } }, reply) => {
      await withdrawGrant(db, call, signIns, client)
      return reply.code(204).send()
    },
  )
}

const toUserSession = (session: OwnSession, current: string | null): UserSession => ({
  id: session.id,
  kind: session.kind,
  clients: [...session.clients],
  started_at: session.startedAt.toISOString(),
  last_used_at: session.lastUsedAt?.toISOString() ?? null,
  last_used_from: session.lastUsedFrom,
  browser: session.browser,
  is_current: session.id === current,
})

const toUserGrant = ({ client, scopes, grantedAt }: OwnGrant): UserGrant => ({
  client,
  scopes: [...scopes],
  granted_at: grantedAt.toISOString(),
})
