import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../../client/api-client.ts'
import type { components } from '../../../../../client/generated/app-management.ts'
import { appManagement } from '../../../../api.ts'

export type UserSession = components['schemas']['UserSession']
export type UserGrant = components['schemas']['UserGrant']
export type WhichSessions = components['schemas']['EndedSessions']['which']
export type UserSignIn = components['schemas']['UserSignIn']

export const signInQuery = queryOptions({
  queryKey: ['user', 'sign-in'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/user/sign_in', { signal })),
})

export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/user/sessions', { signal })),
})

export const grantsQuery = queryOptions({
  queryKey: ['user', 'grants'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/user/grants', { signal })),
})

/** A session ends with a grant, and a grant with the last session that needs it. */
export const SIGN_IN_LISTS = [sessionsQuery, grantsQuery].map(({ queryKey }) => ({ queryKey }))

export const endSession = (id: string) =>
  dataOf(
    appManagement.DELETE('/v0.1/user/sessions/{session_id}', {
      params: { path: { session_id: id } },
    }),
  )

export const endSessions = (which: WhichSessions) =>
  dataOf(appManagement.POST('/v0.1/user/sessions/end', { body: { which } }))

export const withdrawGrant = (clientId: string) =>
  dataOf(
    appManagement.DELETE('/v0.1/user/grants/{client_id}', {
      params: { path: { client_id: clientId } },
    }),
  )
