import { type Answer, caller } from './http.ts'

export const VERSION = '2025-05-01'

export type Role = 'owner' | 'contributor' | 'reader'
export type Reader = Readonly<{ id: string; bearer: string }>
export type Footprint = readonly (readonly [service: string, region: string])[]

/** What callers know of an installation. */
export type Address = Readonly<{
  url: () => string
  vendor: string
  /** Base address of areas B and C, and whom their tokens are for. */
  managementUrl: string
}>

const callerOf = ({ url }: Address) =>
  caller({
    get url() {
      return url()
    },
  })

/** As its operators use it: events of area B, and what every area refers to. */
export function operatorCalls(installation: Address) {
  const call = callerOf(installation)
  let bearer = ''

  const callAsOperator = (
    method: string,
    path: string,
    body?: unknown,
    headers = {},
  ): Promise<Answer> =>
    call(undefined, method, `/operator/v1${path}`, body, {
      Authorization: `Bearer ${bearer}`,
      ...headers,
    })

  return {
    callAsOperator,

    /** Lets `callAsOperator` speak for whoever has this bearer. */
    setOperator(operator: string): void {
      bearer = operator
    },

    /** A body as it is, which `JSON.stringify` might not write. */
    async sendAsOperator(
      method: string,
      path: string,
      body: string,
    ): Promise<Pick<Answer, 'status' | 'body'>> {
      const response = await fetch(`${installation.url()}/operator/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
        body,
      })
      return { status: response.status, body: await response.json() }
    },

    /** Publishes an event and answers its tracking id. */
    async publish(input: object = {}): Promise<string> {
      const known = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
      const event = { ...known, allowUnknownNames: true, ...input }
      const { status, body } = await callAsOperator('POST', '/events', event)
      if (status !== 201) throw new Error(`not published: ${status} ${JSON.stringify(body)}`)
      return body.trackingId
    },

    async revise(trackingId: string, way: string, body: object = {}): Promise<void> {
      const method = way === 'audience' ? 'PUT' : 'POST'
      const answer = await callAsOperator(method, `/events/${trackingId}/${way}`, body)
      if (answer.status > 204) {
        throw new Error(`not revised: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
    },
  }
}

/** Area B as its readers use it. */
export function readerCalls(installation: Address) {
  const call = callerOf(installation)
  const path = (subscription: string, rest = '') =>
    `/subscriptions/${subscription}/providers/${installation.vendor}.ResourceHealth/events${rest}`

  /** A request whose target is as it is. */
  const askRaw = (reader: Reader | undefined, target: string, method = 'GET', headers = {}) =>
    call(undefined, method, target, undefined, {
      ...(reader && { Authorization: `Bearer ${reader.bearer}` }),
      ...headers,
    })
  /** With the api-version, unless the query says otherwise. */
  const ask = (reader: Reader | undefined, target: string, query: object = {}, method = 'GET') => {
    const asked = new URLSearchParams({ 'api-version': VERSION, ...query })
    return askRaw(reader, `${target}?${asked}`, method)
  }
  const list = (reader: Reader, subscription: string, query: object = {}) =>
    ask(reader, path(subscription), query)

  return {
    path,
    ask,
    askRaw,
    list,

    /** Page after page; `between` runs before each further one. */
    async walk(
      reader: Reader,
      subscription: string,
      query: object = {},
      between: () => Promise<void> = async () => undefined,
    ): Promise<Answer[]> {
      const pages = [await list(reader, subscription, query)]
      for (let next = pages[0]?.body.nextLink; next !== undefined; ) {
        await between()
        const page = await askRaw(reader, next.replace(installation.managementUrl, ''))
        pages.push(page)
        next = page.body.nextLink
      }
      return pages
    },

    get: (reader: Reader, subscription: string, trackingId: string, query: object = {}) =>
      ask(reader, path(subscription, `/${trackingId}`), query),

    fetchDetails: (reader: Reader, subscription: string, trackingId: string, query: object = {}) =>
      ask(reader, path(subscription, `/${trackingId}/fetchEventDetails`), query, 'POST'),
  }
}

export const namesOf = (...pages: readonly Answer[]): string[] =>
  pages.flatMap(({ body }) => body.value.map(({ name }: { name: string }) => name))
