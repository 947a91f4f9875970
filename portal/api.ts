import { QueryClient } from '@tanstack/react-query'
import { appManagementClient } from '../client/api-client.ts'
import { ApiError } from '../client/api-error.ts'
import { fetchBegun } from './first-requests.ts'
import { bearer } from './session.ts'
import { settings } from './settings.ts'

export const appManagement = appManagementClient(settings.baseUrl, bearer, fetchBegun)

const MOST_TRIES = 3

/** What the server refused, it would refuse again; what did not get through may the next time. */
const isWorthAnotherTry = (tries: number, error: Error) =>
  tries < MOST_TRIES &&
  error instanceof ApiError &&
  (error.status === 0 || error.status === 429 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: isWorthAnotherTry },
    // A change that may have happened is never sent twice unasked.
    mutations: { retry: false },
  },
})
