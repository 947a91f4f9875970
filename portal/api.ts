import { QueryClient } from '@tanstack/react-query'
import { appManagementClient } from '../client/api-client.ts'
import { ApiError } from '../client/api-error.ts'
import { fetchPreloaded } from './first-requests.ts'
import { bearer } from './session.ts'
import { settings } from './settings.ts'

export const appManagement = appManagementClient(settings.baseUrl, bearer, fetchPreloaded)

const MAX_RETRIES = 3

/** Retries only requests that got no answer or were turned away by load. */
const shouldRetry = (tries: number, error: Error) =>
  tries < MAX_RETRIES && error instanceof ApiError && [0, 429, 503].includes(error.status)

/** Ever later, and not before the server wants to be asked. Only an `ApiError` is retried. */
const chooseDelay = (tries: number, error: Error) =>
  Math.max(1000 * 2 ** tries, (error as ApiError).retryAfterS * 1000)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: shouldRetry, retryDelay: chooseDelay },
    // The first attempt may have taken effect, so changes are not retried automatically.
    mutations: { retry: false },
  },
})
