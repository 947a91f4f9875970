import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Asks all the time, and tells how long the slowest answer took; one that fails takes for ever. */
export function watchProbes(urls: readonly string[]) {
  let isOver = false
  let slowest = 0
  const watching = urls.map(async (url) => {
    while (!isOver) {
      const startedAt = performance.now()
      const isUp = (await probe(url)) === 200
      slowest = Math.max(slowest, isUp ? performance.now() - startedAt : Number.POSITIVE_INFINITY)
      await delay(100)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(watching)
      return Math.round(slowest)
    },
  }
}

/** From the address of the load, as that of a load balancer which is not in TRUST_PROXY. */
function probe(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sent = request(url, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    sent.on('error', () => resolve(undefined)).end()
  })
}
