import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../../platform/db/connect.ts'
import { makeAnonymousLimit } from '../../../platform/http/limits/anonymous-limit.ts'
import type { Bucket } from '../../../platform/settings/server.ts'
import type { ProductClock, RealClock } from '../../../platform/time.ts'
import { tooManyReceiverRequests } from '../errors.ts'
import { findNotificationById } from '../store.ts'
import { answer } from './actions.ts'
import { openLinks, PATH, type Purpose } from './links.ts'
import { HEADERS, toPage } from './pages.ts'
import { judgeLink } from './rules.ts'

export type ReceiverDeps = Readonly<{
  db: Db
  linkKeys: readonly Buffer[]
  realTime: RealClock
  productTime: ProductClock
  anonymousLimit: Bucket
}>

type Linked = FastifyRequest<{ Params: { token: string } }>

const OPEN = { config: { access: { public: true } }, schema: { hide: true } } as const
/** RFC 8058 sends a few bytes, of which none matter. */
const LARGEST_BODY = 4096

/** The pages that the links of mails open. To open one changes nothing: programs that look at links do it too. */
export function receiverRoutes(app: FastifyInstance, deps: ReceiverDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: LARGEST_BODY },
    (_request, _body, done) => done(null),
  )
  const read = openReader(deps)
  for (const purpose of ['confirm', 'stop'] as const) {
    const path = `${PATH}/${purpose}/:token`
    app.get(path, OPEN, async (request: Linked, reply) => {
      const { key, giveBack } = read(purpose, request)
      const row = key && (await findNotificationById(deps.db, key.subscriptionId, key.id))
      const standing = judgeLink(row, key?.receiverId, deps.realTime())
      if (standing !== 'ended') giveBack()
      return send(reply, toPage(purpose, standing, toAbout(row)))
    })
    app.post(path, OPEN, async (request: Linked, reply) => {
      const { key, giveBack } = read(purpose, request)
      if (!key) return send(reply, toPage(purpose, 'ended', undefined))
      const by = { source: request.ip, requestId: request.id }
      const standing = await answer(deps, purpose, key, by)
      if (standing !== 'ended') giveBack()
      const row = await findNotificationById(deps.db, key.subscriptionId, key.id)
      return send(reply, toPage(purpose, standing, toAbout(row)))
    })
  }
}

/** Charged before anything is read. To be given back for a link that still leads somewhere: old ones stay signed. */
function openReader({ linkKeys, anonymousLimit, realTime }: ReceiverDeps) {
  const strangers = makeAnonymousLimit(anonymousLimit, realTime)
  const links = openLinks(linkKeys)
  return (purpose: Purpose, { ip, params }: Linked) => {
    const key = links.read(purpose, params.token)
    const waitSeconds = strangers.charge(ip, key !== undefined)
    if (waitSeconds > 0) throw tooManyReceiverRequests(waitSeconds)
    return { key, giveBack: () => strangers.giveBack(ip) }
  }
}

type Row = Awaited<ReturnType<typeof findNotificationById>>
const toAbout = (row: Row) => row && { subscriptionId: row.subscription_id, name: row.name }

const send = (reply: FastifyReply, { status, html }: Readonly<{ status: number; html: string }>) =>
  reply.code(status).headers(HEADERS).send(html)
