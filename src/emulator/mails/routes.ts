import type { FastifyInstance } from 'fastify'
import type { Routes } from '../../platform/http/route-types.ts'
import { answer, NO_CONTENT, ref } from '../../platform/http/schema.ts'
import { PAGE_HEADERS } from '../../platform/http/server/transport.ts'
import { toText } from '../../platform/mail/message.ts'
import { guardPage } from '../guard.ts'
import { control } from '../operation.ts'
import type { MailList } from './mails.ts'
import { POLICY, toMailPage } from './page.ts'
import { RecordedMailList } from './wire.ts'

const PATH = '/emulator/v1/mails'
const tag = 'mails'

export function mailRoutes(app: Routes, mails: MailList): void {
  app.get(
    PATH,
    control('listMails', {
      tag,
      summary: 'List the last 100 e-mails',
      answers: { 200: answer('The e-mails, newest first.', ref(RecordedMailList)) },
    }),
    async () => ({
      value: mails.list().map(({ at, to, message }) => ({
        at: at.toISOString(),
        to,
        title: message.title,
        text: toText(message),
        link: message.link?.url ?? null,
      })),
    }),
  )
  app.delete(
    PATH,
    control('clearMails', { tag, summary: 'Clear the list of e-mails', answers: NO_CONTENT }),
    async (_request, reply) => {
      mails.clear()
      return reply.code(204).send()
    },
  )
}

const PAGE = { config: { access: { public: true } }, schema: { hide: true } } as const

export function mailPage(
  app: FastifyInstance,
  mails: MailList,
  guard: Parameters<typeof guardPage>[1],
): void {
  guardPage(app, guard)
  app.get('/emulator/mail', PAGE, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers(PAGE_HEADERS)
      .header('cache-control', 'no-store')
      .header('content-security-policy', POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'DENY')
      .send(toMailPage(mails.list())),
  )
}
