import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { assertFree, openSiblings, toListenOptions } from './accept.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(toListenOptions({ host: '127.0.0.1', port }))
  await once(server, 'listening')
  open.push(server)
  return (server.address() as AddressInfo).port
}

test('a busy node accepts many connections in each turn of the event loop', async () => {
  const accepted = new Set<Socket>()
  const server = createHttpServer().on('connection', (socket) => accepted.add(socket))
  const port = await listen(server)
  open.push(...(await openSiblings(server)))
  const clients = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'))
  open.push(...clients.map((client) => ({ close: () => client.destroy() })))
  await Promise.all(clients.map((client) => once(client, 'connect')))
  let turns = 0
  while (accepted.size < clients.length) {
    await new Promise((resolve) => setImmediate(resolve))
    turns++
  }
  // One socket needs at least 200 turns; a port shared by 64 needs as many as its longest queue.
  expect(turns).toBeLessThan(50)
})

test('a port that another process has is refused, shared or not', async () => {
  const shared = await listen(createServer())
  await expect(assertFree({ host: '127.0.0.1', port: shared })).rejects.toThrow('EADDRINUSE')
  const alone = createServer().listen(0, '127.0.0.1')
  await once(alone, 'listening')
  open.push(alone)
  const { port } = alone.address() as AddressInfo
  await expect(assertFree({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
})
