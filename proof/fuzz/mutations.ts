import type { Choose } from '../../test/support/world/random.ts'
import {
  BODIES,
  CONTENT_TYPES,
  FILTERS,
  HEADERS,
  IN_ADDRESS,
  IN_BODY,
  IN_HEADER,
} from './garbage.ts'
import type { Operation, ValidRequest } from './operations.ts'

export type RawRequest = Readonly<{
  method: string
  target: string
  headers: Record<string, string>
  body: string | FormData | undefined
}>

type Json = unknown
type Path = readonly (string | number)[]

/** Without a body, these are 411. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/** As it is. */
export function toRaw(operation: Operation, request: ValidRequest): RawRequest {
  const { method, path } = operation
  const filled = path.replace(/\{(\w+)\}/g, (_all, name) => request.params[name] ?? '')
  const query = Object.entries(request.query).map(([name, value]) => `${name}=${value}`)
  const target = query.length > 0 ? `${filled}?${query.join('&')}` : filled
  const { headers } = request
  const body = request.body ?? (WITH_BODY.has(method) ? {} : undefined)
  if (body === undefined || body instanceof FormData) return { method, target, headers, body }
  const type = { 'Content-Type': 'application/json' }
  return { method, target, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** With one leaf of it replaced, added or taken out. */
export function mutate(operation: Operation, request: ValidRequest, choose: Choose): RawRequest {
  const ways = [
    ...Object.keys(request.params).map((name) => () => inPath(operation, request, name, choose)),
    ...operation.queryNames.map((name) => () => inQuery(operation, request, name, choose)),
    () => inHeader(toRaw(operation, request), choose),
    ...waysOfBody(operation, request, choose),
  ]
  return (ways[choose(ways.length)] as () => RawRequest)()
}

const pick = (from: readonly string[], choose: Choose) => from[choose(from.length)] as string

const inPath = (operation: Operation, request: ValidRequest, name: string, choose: Choose) =>
  toRaw(operation, { ...request, params: { ...request.params, [name]: pick(IN_ADDRESS, choose) } })

function inQuery(operation: Operation, request: ValidRequest, name: string, choose: Choose) {
  const value = pick(/filter/i.test(name) && choose(2) === 0 ? FILTERS : IN_ADDRESS, choose)
  const isRepeated = choose(8) === 0
  const query = { ...request.query, [name]: isRepeated ? `${value}&${name}=${value}` : value }
  return toRaw(operation, { ...request, query })
}

function inHeader(raw: RawRequest, choose: Choose): RawRequest {
  const header = { [pick(HEADERS, choose)]: pick(IN_HEADER, choose) }
  return { ...raw, headers: { ...raw.headers, ...header } }
}

/** Leaves are chosen as often as there are leaves; whole bodies and wrong types as often as one. */
function waysOfBody(
  operation: Operation,
  request: ValidRequest,
  choose: Choose,
): (() => RawRequest)[] {
  const { body } = request
  if (body instanceof FormData || body === undefined) return []
  const raw = toRaw(operation, request)
  const added = operation.bodyNames.filter((name) => !Object.hasOwn(body, name))
  const leaves: Path[] = [...listPaths(body), ...added.map((name) => [name])]
  const typed = (type: string) => ({ ...raw, headers: { ...raw.headers, 'Content-Type': type } })
  return [
    () => ({ ...raw, body: pick(BODIES, choose) }),
    () => typed(pick(CONTENT_TYPES, choose)),
    () => ({ ...raw, body: `{"unknown":1,${JSON.stringify(body).slice(1)}` }),
    ...leaves.map((path) => () => ({ ...raw, body: replaceLeaf(body, path, choose) })),
  ]
}

const LEAF = '@leaf@'

/** As text: JSON can say more than `JSON.stringify` writes. */
function replaceLeaf(body: Json, path: Path, choose: Choose): string {
  const isRemoved = choose(12) === 0
  const copy = setAt(structuredClone(body), path, isRemoved ? undefined : LEAF)
  return (JSON.stringify(copy) ?? '').replace(`"${LEAF}"`, () => pick(IN_BODY, choose))
}

function setAt(json: Json, [first, ...rest]: Path, value: Json): Json {
  if (first === undefined) return value
  const container = json as Record<string | number, Json>
  container[first] = setAt(container[first], rest, value)
  return container
}

/** Of every value in it, also of objects and lists, except the whole. */
function listPaths(json: Json, path: Path = []): Path[] {
  if (typeof json !== 'object' || json === null) return path.length > 0 ? [path] : []
  const inside = Object.entries(json).flatMap(([name, value]) =>
    listPaths(value, [...path, Array.isArray(json) ? Number(name) : name]),
  )
  return path.length > 0 ? [path, ...inside] : inside
}
