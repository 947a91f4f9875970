import { queryOptions } from '@tanstack/react-query'
import { dataOf, EMPTY_BODY } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/app-management.ts'
import { appManagement } from '../../api.ts'

export type ReceivedInvitation = components['schemas']['ReceivedInvitation']

/** What the person who is signed in has been invited to. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/user/invitations', { signal })),
})

const ADDRESSES = {
  app: {
    accept: '/v0.1/user/invitations/apps/{invitation_token}/accept',
    reject: '/v0.1/user/invitations/apps/{invitation_token}/reject',
  },
  org: {
    accept: '/v0.1/user/invitations/orgs/{invitation_token}/accept',
    reject: '/v0.1/user/invitations/orgs/{invitation_token}/reject',
  },
} as const

export const answerInvitation = (
  { type, token }: ReceivedInvitation,
  answer: 'accept' | 'reject',
): Promise<unknown> =>
  dataOf(
    appManagement.POST(ADDRESSES[type][answer], {
      params: { path: { invitation_token: token } },
      body: EMPTY_BODY,
    }),
  )
