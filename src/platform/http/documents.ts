import type { FastifyReply, FastifyRequest } from 'fastify'
import { satisfiesPrecondition } from '../etag.ts'

/** A whole text of a media type, as it is at one moment. */
export type Document = Readonly<{ text: string; type: string; etag: string }>

/** The text, or 304 to whoever has it already. */
export function sendDocument(
  { headers: { 'if-none-match': ifNoneMatch } }: FastifyRequest,
  reply: FastifyReply,
  { text, type, etag }: Document,
  headers: Readonly<Record<string, string>>,
) {
  reply.headers({ ...headers, etag, 'x-content-type-options': 'nosniff' })
  if (ifNoneMatch !== undefined && !satisfiesPrecondition({ ifNoneMatch }, etag)) {
    return reply.code(304).send()
  }
  return reply.type(type).send(text)
}
