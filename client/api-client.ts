import createClient, { type Client } from 'openapi-fetch'
import { type Confirmation, toApiError, toNoAnswer } from './api-error.ts'
import type { paths as AppManagementPaths } from './generated/app-management.ts'
import type { paths as NotificationPaths } from './generated/notifications.ts'
import type { paths as OperatorPaths } from './generated/operator.ts'
import type { paths as QuotaPaths } from './generated/quota.ts'
import type { paths as ServiceHealthPaths } from './generated/service-health.ts'
import type { paths as SubscriptionPaths } from './generated/subscriptions.ts'

export type Bearer = Readonly<{
  /** The token to send, or nothing when nobody is signed in. */
  find: () => Promise<string | undefined>
  /** Called once when a token was refused; answers with another one, or nothing. */
  renew: () => Promise<string | undefined>
  /** Has the person give a second factor; true if they did, and the call is to be repeated. */
  confirm?: (confirmation: Confirmation) => Promise<boolean>
  /** An API token has a header of its own; anything else is a bearer. */
  isApiToken?: boolean
}>

export type Fetch = (request: Request) => Promise<Response>

export type AppManagementClient = Client<AppManagementPaths>
export type ServiceHealthClient = Client<ServiceHealthPaths>
export type QuotaClient = Client<QuotaPaths>
export type SubscriptionClient = Client<SubscriptionPaths>
export type NotificationClient = Client<NotificationPaths>
export type OperatorClient = Client<OperatorPaths>

/** Area A at `baseUrl`. Whatever is not a success is thrown as an `ApiError`. */
export function appManagementClient(
  baseUrl: string,
  bearer: Bearer,
  fetch?: Fetch,
): AppManagementClient {
  return createClient<AppManagementPaths>({
    baseUrl,
    fetch: (request) => send(request, bearer, fetch),
  })
}

const vendorClient =
  <Paths extends {}>() =>
  (baseUrl: string, bearer: Bearer, vendor = DOCUMENTED_VENDOR): Client<Paths> =>
    createClient<Paths>({
      baseUrl,
      fetch: async (request) => send(await ofVendor(request, vendor), bearer),
    })

/** Area B. Its types say `Microsoft` where an installation may have another vendor. */
export const serviceHealthClient = vendorClient<ServiceHealthPaths>()
/** Area C. */
export const quotaClient = vendorClient<QuotaPaths>()

const plainClient =
  <Paths extends {}>() =>
  (baseUrl: string, bearer: Bearer): Client<Paths> =>
    createClient<Paths>({ baseUrl, fetch: (request) => send(request, bearer) })

/** The caller's own subscriptions, which areas B and C share. */
export const subscriptionClient = plainClient<SubscriptionPaths>()
/** Where a subscription is told of what concerns it. */
export const notificationClient = plainClient<NotificationPaths>()
/** What operators do. */
export const operatorClient = plainClient<OperatorPaths>()

/** For a POST whose description has no body: area A refuses one that has none at all (411). */
export const EMPTY_BODY = {} as never

/** What a call answered. Failures have been thrown, so there is something. */
export async function dataOf<Data>(call: Promise<{ data?: Data }>): Promise<Data> {
  return (await call).data as Data
}

/** Whether the server sends an e-mail because of a request. */
export const isMailed = ({ response }: { response: Response }): boolean =>
  response.headers.get('x-binnacle-mail') === 'queued'

const DOCUMENTED_VENDOR = 'Microsoft'
const VENDOR = /\/providers\/Microsoft\.(?=ResourceHealth|Capacity)/

async function ofVendor(request: Request, vendor: string): Promise<Request> {
  const url = request.url.replace(VENDOR, `/providers/${vendor}.`)
  if (url === request.url) return request
  const { method, headers, signal } = request
  // Read first: a body that is handed on is a stream, which browsers do not send over HTTP/1.1.
  const body = method === 'GET' ? null : await request.arrayBuffer()
  return new Request(url, { method, headers, signal, body })
}

const fetchNow: Fetch = (request) => globalThis.fetch(request)

async function send(asked: Request, bearer: Bearer, fetch = fetchNow): Promise<Response> {
  // An answer must not decide where a token goes next.
  const request = new Request(asked, { redirect: 'manual' })
  const repeated = request.clone()
  const response = await sendOnce(request, bearer, fetch)
  if (response.ok) return response
  const error = await toApiError(response)
  if (!error.confirmation || !(await bearer.confirm?.(error.confirmation))) throw error
  const confirmed = await sendOnce(repeated, bearer, fetchNow)
  if (!confirmed.ok) throw await toApiError(confirmed)
  return confirmed
}

async function sendOnce(request: Request, bearer: Bearer, fetch: Fetch): Promise<Response> {
  const again = request.clone()
  const first = await sendWith(request, await bearer.find(), bearer, fetch)
  return isTokenRefused(first) ? sendRenewed(again, first, bearer) : first
}

/** RFC 9470: the token is good, but a new one would be no better. */
const isTokenRefused = ({ status, headers }: Response) =>
  status === 401 && !headers.get('www-authenticate')?.includes('insufficient_user_authentication')

async function sendRenewed(request: Request, refused: Response, bearer: Bearer): Promise<Response> {
  const token = await bearer.renew()
  return token === undefined ? refused : sendWith(request, token, bearer, fetchNow)
}

async function sendWith(
  request: Request,
  token: string | undefined,
  { isApiToken = false }: Bearer,
  fetch: Fetch,
): Promise<Response> {
  if (token !== undefined && isApiToken) request.headers.set('x-api-token', token)
  else if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`)
  try {
    return await fetch(request)
  } catch (error) {
    // Given up by whoever asked: nothing failed.
    if (request.signal.aborted) throw error
    throw toNoAnswer(error)
  }
}
