import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import type { components } from '../../../../client/generated/app-management.ts'
import { appManagement } from '../../../api.ts'

export type UserProfile = components['schemas']['UserProfile']

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => dataOf(appManagement.GET('/v0.1/user', { signal })),
})

export const renameUser = (displayName: string): Promise<UserProfile> =>
  dataOf(appManagement.PATCH('/v0.1/user', { body: { display_name: displayName } }))
