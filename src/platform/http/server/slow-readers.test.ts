import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeSlowReaders } from './slow-readers.ts'

const MAX_MS = 3000

function* endless() {
  const chunk = Buffer.alloc(16 * 1024)
  while (true) yield chunk
}

/** Reads 64 KiB of a response each time. The system keeps megabytes for a port, but little for a Unix socket. */
async function readEvery(intervalMs: number): Promise<Socket> {
  const server = createServer((_request, response) => {
    Readable.from(endless()).pipe(response)
  })
  closeSlowReaders(server, MAX_MS)
  const path = join(tmpdir(), randomUUID())
  await once(server.listen(path), 'listening')
  const accepted = once(server, 'connection')
  const client = connect(path).pause()
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [connection] = await accepted
  const timer = setInterval(() => client.once('data', () => client.pause()).resume(), intervalMs)
  onTestFinished(() => {
    clearInterval(timer)
    client.destroy()
    server.close()
  })
  return connection
}

test('who needs longer than the time for 1 MiB is disconnected', async () => {
  const connection = await readEvery(MAX_MS / 8)
  await vi.waitFor(() => expect(connection.destroyed).toBe(true), 40_000)
}, 60_000)

test('who reads 1 MiB in less time is not, however long the response is', async () => {
  const connection = await readEvery(MAX_MS / 200)
  await delay(1.5 * MAX_MS)
  expect(connection.destroyed).toBe(false)
}, 60_000)
