import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { leaveQueue } from '../limits/request-queue.ts'
import type { Budget } from './budget.ts'
import { tooMuchUnsent } from './errors.ts'
import { toFrame } from './feed.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A stream is measured until it begins; how long it stays open says nothing about the server. */
    beganAfterMs: number | undefined
  }
}

/** A caller that does not read keeps what it was sent in memory: after this time it is cut off. */
const LONGEST_DRAIN_MS = 10_000
const LONGEST_END_MS = 1000

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would keep what is written until its buffer is full.
  'x-accel-buffering': 'no',
}

export type StreamResponse = ReturnType<typeof beginStream>

/** The framework ends a request when its response is whole, which that of a caller who leaves never is. */
function finishRequest(raw: ServerResponse): void {
  if (!raw.writableFinished) raw.emit('error', new Error('the caller closed the stream'))
}

/** Server-sent events: the response stays open, and what is written is sent at once. */
export function beginStream(reply: FastifyReply, budget: Budget) {
  const { raw, request } = reply
  reply.hijack()
  request.beganAfterMs = reply.elapsedTime
  // Nothing follows a stream, so a node that stops need not wait for its connection.
  reply.headers({ ...HEADERS, connection: 'close' })
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  raw.writeHead(200)
  leaveQueue(raw)
  // The framework listens for the first error only, and one that nobody listens for ends the process.
  raw.on('error', () => undefined)
  raw.once('close', () => finishRequest(raw))
  let isOver = raw.destroyed
  const share = budget.open(() => raw.destroy())
  raw.once('close', share.close)

  return {
    isOver: () => isOver || raw.destroyed,
    /** Throws when the process holds too much that was not sent. */
    write(text: string): void {
      const onSent = share.take(Buffer.byteLength(text))
      if (!onSent) throw tooMuchUnsent()
      raw.write(text, onSent)
    },
    mustDrain: () => raw.writableNeedDrain,
    /** False when the caller has left, or does not read: then it was cut off. */
    async drained(): Promise<boolean> {
      if (isOver || raw.destroyed) return false
      if (!raw.writableNeedDrain) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const onDrain = () => resolve(true)
      const onClose = () => resolve(false)
      raw.once('drain', onDrain).once('close', onClose)
      const timer = setTimeout(() => raw.destroy(), LONGEST_DRAIN_MS)
      const hasDrained = await promise
      clearTimeout(timer)
      raw.off('drain', onDrain).off('close', onClose)
      return hasDrained && !isOver
    },
    end(code: string, message: string): void {
      if (isOver || raw.destroyed) return
      isOver = true
      request.refusalCode = code
      raw.end(toFrame('end', JSON.stringify({ code, message })))
      setTimeout(() => raw.destroy(), LONGEST_END_MS).unref()
    },
    onClose: (close: () => void) => void raw.once('close', close),
  }
}
