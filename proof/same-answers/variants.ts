import type { Choose } from '../../test/support/world/random.ts'
import { mutate, type RawRequest, toRaw } from '../fuzz/mutations.ts'
import type { Operation, ValidRequest } from '../fuzz/operations.ts'
import type { Sent } from './send.ts'

/** One operation, a request that it accepts, and a credential that may only read. */
export type Prepared = Readonly<{
  operation: Operation
  valid: ValidRequest
  readOnly: Readonly<Record<string, string>>
}>

export type Planned = Readonly<{
  about: string
  request: Sent
  /** Set if the request is one that this operation accepts. */
  validFor?: string
  /** How many links led here. */
  links?: number
}>

type Variant = (prepared: Prepared, choose: Choose) => RawRequest

const withHeaders = ({ valid, operation }: Prepared, headers: Record<string, string>): RawRequest =>
  toRaw(operation, { ...valid, headers })
const asIs: Variant = ({ operation, valid }) => toRaw(operation, valid)
const addQuery = (target: string, query: string) =>
  `${target}${target.includes('?') ? '&' : '?'}${query}`
const WITHOUT_BODY = { body: undefined }

/** Sent for each operation; lists that can be cut into pages are asked for one entry the second time. */
export const FOR_EACH: Readonly<Record<string, Variant>> = {
  'no credential': (prepared) => withHeaders(prepared, {}),
  'a credential that reads only': (prepared) => withHeaders(prepared, { ...prepared.readOnly }),
  valid: asIs,
  again: ({ operation, valid }) => {
    const isPaged = operation.queryNames.includes('$top')
    const query = isPaged ? { ...valid.query, $top: '1' } : valid.query
    return toRaw(operation, { ...valid, query })
  },
}

/** Sent for one operation after the other in turn. */
export const IN_TURN: Readonly<Record<string, Variant>> = {
  'an unknown credential': (prepared) =>
    withHeaders(prepared, { 'X-API-Token': 'x', Authorization: 'Bearer x' }),
  'another method': (prepared) => {
    const method = prepared.operation.method === 'GET' ? 'DELETE' : 'GET'
    return { ...asIs(prepared, Number), ...WITHOUT_BODY, method }
  },
  'a longer path': (prepared) => {
    const raw = asIs(prepared, Number)
    return { ...raw, target: raw.target.replace(/(?=\?|$)/, '/nothing') }
  },
  'a body that is no JSON': (prepared) => {
    const raw = asIs(prepared, Number)
    const headers = { ...raw.headers, 'Content-Type': 'application/json' }
    return { ...raw, headers, body: '{' }
  },
  HEAD: (prepared) => ({ ...asIs(prepared, Number), ...WITHOUT_BODY, method: 'HEAD' }),
  'an odd query': (prepared) => {
    const raw = asIs(prepared, Number)
    return { ...raw, target: addQuery(raw.target, '$top=0&$skip=-1&$filter=x&x=%00') }
  },
  'capital letters': (prepared) => {
    const raw = asIs(prepared, Number)
    return { ...raw, target: raw.target.toUpperCase() }
  },
  'a preflight': (prepared) => {
    const raw = asIs(prepared, Number)
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' }
    return { ...raw, ...WITHOUT_BODY, headers, method: 'OPTIONS' }
  },
}

/** With something in it replaced, added or left out. */
export const CHANGED: Variant = ({ operation, valid }, choose) => mutate(operation, valid, choose)

/** One in four over HTTPS. */
export async function planOne(
  about: string,
  variant: Variant,
  prepared: Prepared,
  choose: Choose,
): Promise<Planned> {
  const { operationId } = prepared.operation
  const raw = variant(prepared, choose)
  const isSecure = choose(4) === 0
  const request = { ...(await toSent(raw)), isSecure }
  const planned = { about: `${operationId}, ${about}`, request }
  return about === 'valid' ? { ...planned, validFor: operationId } : planned
}

async function toSent({ method, target, headers, body }: RawRequest): Promise<Sent> {
  if (!(body instanceof FormData)) return { method, target, headers, body }
  const form = new Response(body)
  const type = { 'content-type': form.headers.get('content-type') ?? '' }
  const bytes = Buffer.from(await form.arrayBuffer())
  return { method, target, headers: { ...headers, ...type }, body: bytes }
}
