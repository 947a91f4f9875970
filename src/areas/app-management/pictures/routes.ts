import { cacheReads } from '../../../platform/concurrency/shared-cache.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { openAddresses } from '../../../platform/http/limits/anonymous-limit.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { pathParams } from '../../../platform/http/schema.ts'
import type { Bucket } from '../../../platform/settings/server.ts'
import type { RealClock } from '../../../platform/time.ts'
import { notServed, tooManyPictures } from '../errors.ts'
import { findPicture } from './store.ts'

const CACHE = {
  mostBytes: 16 * 1024 * 1024,
  /** So long a node may show what was removed. */
  longestMs: 60_000,
  readsAtOnce: 2,
  waiting: { most: 200, longestMs: 10_000, refuse: () => tooManyPictures(2) },
  bytesOf: ({ bytes }: { bytes: Buffer }) => bytes.length,
}

/** Open to all, because browsers show pictures without a token; who does not know the bytes cannot guess the address. */
export function pictureRoute(
  app: Routes,
  db: Db,
  { anonymousLimit, realTime }: { anonymousLimit: Bucket; realTime: RealClock },
): void {
  const addresses = openAddresses(anonymousLimit, realTime)
  const find = cacheReads({
    ...CACHE,
    realTime,
    read: (hash) => findPicture(db, Buffer.from(hash, 'hex')),
  })
  app.get(
    '/v0.1/public/pictures/:hash',
    { config: { access: { public: true } }, schema: { hide: true, params: pathParams('hash') } },
    async ({ params: { hash }, headers, ip }, reply) => {
      const waitSeconds = addresses.charge(ip)
      if (waitSeconds > 0) throw tooManyPictures(waitSeconds)
      if (!/^[0-9a-f]{64}$/.test(hash)) throw notServed()
      const kept = { etag: `"${hash}"`, 'cache-control': 'public, max-age=31536000, immutable' }
      // Who has these bytes has all there will ever be at this address.
      if (headers['if-none-match']?.includes(kept.etag)) {
        return reply.code(304).headers(kept).send()
      }
      const picture = await find(hash)
      if (!picture) throw notServed()
      return reply
        .headers(kept)
        .header('content-type', picture.content_type)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(picture.bytes)
    },
  )
}
