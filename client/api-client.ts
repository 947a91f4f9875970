import createClient, { type Client } from 'openapi-fetch'
import { toApiError, toNoAnswer } from './api-error.ts'
import type { paths as AppManagementPaths } from './generated/app-management.ts'

export type Bearer = Readonly<{
  /** The token to send, or nothing when nobody is signed in. */
  find: () => Promise<string | undefined>
  /** Called once when a token was refused; answers with another one, or nothing. */
  renew: () => Promise<string | undefined>
}>

export type AppManagementClient = Client<AppManagementPaths>

/** Area A at `baseUrl`. Whatever is not a success is thrown as an `ApiError`. */
export function appManagementClient(baseUrl: string, bearer: Bearer): AppManagementClient {
  return createClient<AppManagementPaths>({ baseUrl, fetch: (request) => send(request, bearer) })
}

/** For a POST whose description has no body: area A refuses one that has none at all (411). */
export const EMPTY_BODY = {} as never

/** What a call answered. Failures have been thrown, so there is something. */
export async function dataOf<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  return (await call).data as Data
}

async function send(request: Request, bearer: Bearer): Promise<Response> {
  const again = request.clone()
  const first = await sendWith(request, await bearer.find())
  const response = first.status === 401 ? await sendRenewed(again, first, bearer) : first
  if (!response.ok) throw await toApiError(response)
  return response
}

async function sendRenewed(request: Request, refused: Response, bearer: Bearer): Promise<Response> {
  const token = await bearer.renew()
  return token === undefined ? refused : sendWith(request, token)
}

async function sendWith(request: Request, token: string | undefined): Promise<Response> {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
  try {
    return await fetch(request)
  } catch (error) {
    // Given up by whoever asked: nothing failed.
    if (request.signal.aborted) throw error
    throw toNoAnswer()
  }
}
