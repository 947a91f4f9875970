import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that nobody listens on: the wished one, or any. */
export async function findFreePort(wish = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(wish, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
