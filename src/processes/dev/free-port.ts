import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that nobody listens on: the preferred one, or any. */
export async function findFreePort(preferred = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(preferred, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
