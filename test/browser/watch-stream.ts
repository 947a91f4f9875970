import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Longer than twice the interval of the poll that takes the place of a stream. */
const QUIET_MS = 5000

/**
 * Waits until the stream has been answered and the page has asked nothing for so long that it does not poll:
 * what it shows next came by the stream. To be called before the page opens; the answer waits.
 */
export function watchStream(page: Page, streamed: RegExp, asked: RegExp): () => Promise<void> {
  const answers: number[] = []
  let lastAsked = Date.now()
  page.on('response', (response) => {
    if (streamed.test(response.url())) answers.push(response.status())
  })
  page.on('request', (request) => {
    if (asked.test(request.url())) lastAsked = Date.now()
  })
  return async () => {
    await expect.poll(() => answers).toContain(200)
    const quietMs = () => Date.now() - lastAsked
    await expect.poll(quietMs, { timeout: 30_000 }).toBeGreaterThan(QUIET_MS)
  }
}
