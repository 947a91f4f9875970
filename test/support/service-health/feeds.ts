import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { caller } from '../http/http.ts'
import type { Reader } from '../http/service-health.ts'
import type { useHealth } from '../server/health.ts'

type Health = Pick<ReturnType<typeof useHealth>, 'installation' | 'database'>

export type ReadFeed = Readonly<{ status: number; headers: Headers; text: string; bytes: Buffer }>

/** Feeds as their creators and the programs that read them use them. */
export function openFeeds({ installation, database }: Health) {
  const call = caller({
    get url() {
      return installation.url()
    },
  })
  const path = (subscription: string) => `/feeds/v1/subscriptions/${subscription}/feeds`
  const send = (reader: Reader | undefined, method: string, target: string, body?: object) =>
    call(undefined, method, target, body, {
      ...(reader && { Authorization: `Bearer ${reader.bearer}` }),
    })

  return {
    create: (reader: Reader | undefined, subscription: string, description = 'A calendar') =>
      send(reader, 'POST', path(subscription), { description }),
    list: (reader: Reader, subscription: string) => send(reader, 'GET', path(subscription)),
    revoke: (reader: Reader, subscription: string, id: string) =>
      send(reader, 'DELETE', `${path(subscription)}/${id}`),

    /** At the address that was shown, which may have a query. */
    async read(url: string, headers: Record<string, string> = {}): Promise<ReadFeed> {
      const { pathname, search } = new URL(url)
      const response = await fetch(`${installation.url()}${pathname}${search}`, { headers })
      const bytes = Buffer.from(await response.arrayBuffer())
      return { status: response.status, headers: response.headers, text: bytes.toString(), bytes }
    },

    /** So many feeds of accounts that are not there. */
    async fill(subscription: string, count: number): Promise<void> {
      const rows = Array.from({ length: count }, () => ({
        subscription_id: subscription,
        id: randomUUIDv7(),
        hash: randomBytes(32),
        description: 'full',
        created_by: randomUUIDv7(),
        created_at: new Date(),
      }))
      await database.db.insertInto('feed').values(rows).execute()
    },
  }
}
