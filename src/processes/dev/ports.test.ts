import { once } from 'node:events'
import { createServer } from 'node:http'
import { createConnection, createServer as createSocketServer } from 'node:net'
import { expect, test } from 'vitest'
import { bindPort } from './ports.ts'

test('a port is held from the moment it is picked until the server has taken it over', async () => {
  const { port, socket } = await bindPort(0, '127.0.0.1')
  const thief = createSocketServer().listen(port, '127.0.0.1')
  const [error] = await once(thief, 'error')
  expect(error.code).toBe('EADDRINUSE')

  const early = createConnection(port, '127.0.0.1').resume()
  await once(early, 'close')

  const server = createServer((_request, response) => response.end('here')).listen(socket)
  await once(server, 'listening')
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here')
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
  const { socket: again } = await bindPort(port, '127.0.0.1')
  again.close()
})

test('a port that is taken: the sentence says what to do', async () => {
  const { port, socket } = await bindPort(0, '127.0.0.1')
  await expect(bindPort(port, '127.0.0.1')).rejects.toThrow(
    `Port ${port} is already in use. Choose another port with --port and --tls-port; 0 picks a free port.`,
  )
  socket.close()
})
