import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Looks for a text among all strings that the page's script can still reach. */
export async function isInHeap(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  for (let n = 0; n < 4; n++) {
    await session.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(50)
  }
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const { strings } = JSON.parse(chunks.join('')) as { strings: string[] }
  expect(strings.length).toBeGreaterThan(10_000)
  return strings.some((string) => string.includes(text))
}
