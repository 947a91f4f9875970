import { type Static, Type } from 'typebox'
import { SESSION_KINDS } from '../../../directory/caller.ts'
import { named, oneOf, orNull, ref } from '../../../platform/http/schema.ts'

/** Which of the caller's sessions. */
export const WHICH_SESSIONS = ['others', 'all'] as const

const time = (description: string) => Type.String({ format: 'date-time', description })

export const UserClient = named(
  'UserClient',
  Type.Object({ id: Type.String(), name: Type.String() }),
)

export type UserSession = Static<typeof UserSession>
export const UserSession = named(
  'UserSession',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    kind: oneOf(
      SESSION_KINDS,
      'browser: a sign-in with a browser. client: an application, such as the command line, that stays signed in without a browser.',
    ),
    clients: Type.Array(ref(UserClient), {
      description: 'The applications that are signed in there.',
    }),
    started_at: time('The time of the sign-in.'),
    last_used_at: orNull(
      time(
        'The last sign-in, or the last time an application renewed its access token, about once an hour.',
      ),
    ),
    last_used_from: orNull(Type.String({ description: 'The IP address of the last use.' })),
    browser: orNull(
      Type.String({
        description: 'The browser or program of the last use, such as Chromium on Linux.',
      }),
    ),
    is_current: Type.Boolean({ description: 'Whether this request was made in this session.' }),
  }),
)

export type EndedSessions = Static<typeof EndedSessions>
export const EndedSessions = named(
  'EndedSessions',
  Type.Object({
    which: oneOf(
      WHICH_SESSIONS,
      'others: all sessions except the one of this request. all: all sessions, and all access tokens that were issued before.',
    ),
  }),
)

export type UserGrant = Static<typeof UserGrant>
export const UserGrant = named(
  'UserGrant',
  Type.Object({
    client: ref(UserClient),
    scopes: Type.Array(Type.String(), {
      description: 'The scopes that you granted to the application.',
    }),
    granted_at: time('Since when.'),
  }),
)

export type UserSignIn = Static<typeof UserSignIn>
export const UserSignIn = named(
  'UserSignIn',
  Type.Object({
    password_set_at: orNull(
      time('When your password was set. null if you have no password in Binnacle.'),
    ),
    change_password_url: orNull(
      Type.String({ format: 'uri', description: 'The page where you can change your password.' }),
    ),
    issuers: Type.Array(Type.Object({ issuer: Type.String(), name: Type.String() }), {
      description: 'The trusted issuers at which you can sign in.',
    }),
  }),
)
