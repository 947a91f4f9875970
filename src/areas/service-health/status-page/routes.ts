import { createHash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../../platform/db/connect.ts'
import { etagOf } from '../../../platform/etag.ts'
import { type Document, sendDocument } from '../../../platform/http/documents.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { PAGE_HEADERS } from '../../../platform/http/server/transport.ts'
import type { ProductClock, RealClock } from '../../../platform/time.ts'
import { toAtom, toHostName, toTag } from '../feeds/atom/rules.ts'
import { findPosition } from '../revisions/store.ts'
import { statusPageOff } from './errors.ts'
import { STYLE, toPage } from './page/rules.ts'
import { MOST_EVENTS, type PublicEvents, toJson, toPublicEvents, toSince } from './rules.ts'
import { type Shared, STALE_MS, sharePage } from './shared-page.ts'
import { listPublicEvents } from './store.ts'
import { type Kind, PATHS } from './wire.ts'

export type StatusPageDeps = Readonly<{
  db: Db
  productTime: ProductClock
  realTime: RealClock
  log: FastifyBaseLogger
  statusPage: boolean
  managementUrl: string
  portalUrl: string
}>

const TYPES: Readonly<Record<Kind, string>> = {
  page: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
}
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
}

/** Older content is read again although nothing has changed, because the days that it is about have. */
const LONGEST_MS = 60_000

type Content = Readonly<{
  position: number
  readMs: number
  events: PublicEvents
  documents: Readonly<Record<Kind, Document>>
}>

/** Open to all. Nothing of a request is in an answer, so all get the same. */
export function statusRoutes(app: Routes, deps: StatusPageDeps): void {
  const { statusPage, realTime, log } = deps
  const read = sharePage<Content>({ read: (before) => readContent(deps, before), realTime, log })
  const writeStale = rememberStale(deps)
  const send = async (request: FastifyRequest, reply: FastifyReply, kind: Kind) => {
    if (!statusPage) throw statusPageOff()
    const shared = await read()
    const isStale = shared.ageMs >= STALE_MS
    const document = isStale ? writeStale(shared)[kind] : shared.content.documents[kind]
    const headers = { ...HEADERS, 'cache-control': `public, max-age=${isStale ? 5 : 10}` }
    return sendDocument(request, reply, document, headers)
  }
  const options = { config: { access: { public: true } }, schema: { hide: true } } as const
  app.get(PATHS.page, options, (request, reply) => send(request, reply, 'page'))
  app.get(PATHS.json, options, (request, reply) => send(request, reply, 'json'))
  app.get(PATHS.atom, options, (request, reply) => send(request, reply, 'atom'))
}

async function readContent(deps: StatusPageDeps, before: Content | undefined): Promise<Content> {
  const { db, productTime } = deps
  // First: what is committed meanwhile is then read twice, and not missed.
  const position = await findPosition(db)
  const readMs = performance.now()
  if (before?.position === position && readMs - before.readMs < LONGEST_MS) return before
  const rows = await listPublicEvents(db, { since: toSince(productTime()), most: MOST_EVENTS })
  const events = toPublicEvents(rows)
  return { position, readMs, events, documents: writeAll(deps, events, undefined) }
}

type Stale = Readonly<{ knownAt: Date; minutes: number }>

function writeAll(
  { managementUrl, portalUrl }: StatusPageDeps,
  events: PublicEvents,
  stale: Stale | undefined,
): Content['documents'] {
  const host = toHostName(managementUrl)
  const { current, planned, past } = events
  const atom = toAtom({
    id: toTag(host, 'status'),
    title: `Status of ${host}`,
    subtitle: stale && `This feed shows the state at ${stale.knownAt.toISOString()}.`,
    events: [...current, ...planned, ...past],
    idOf: (trackingId) => toTag(host, `events/${trackingId}`),
    linkTo: (trackingId) => `${new URL(portalUrl).origin}/status#${trackingId}`,
  })
  return {
    page: toDocument('page', toPage(events, new URL(portalUrl).host, stale)),
    json: toDocument('json', toJson(events, stale?.knownAt)),
    atom: toDocument('atom', atom),
  }
}

const toDocument = (kind: Kind, text: string) => ({ text, type: TYPES[kind], etag: etagOf(text) })

/** Written once a minute for all callers. */
function rememberStale(deps: StatusPageDeps) {
  let last: Readonly<{ about: string; documents: Content['documents'] }> | undefined
  return ({ content, knownAt, ageMs }: Shared<Content>): Content['documents'] => {
    const minutes = Math.max(1, Math.floor(ageMs / 60_000))
    const about = `${knownAt.getTime()} ${minutes}`
    if (last?.about !== about) {
      last = { about, documents: writeAll(deps, content.events, { knownAt, minutes }) }
    }
    return last.documents
  }
}
