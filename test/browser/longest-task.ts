import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** `wallMs` by the browser's own count of long tasks: 0 where none reached 50 ms. */
export type LongestTask = Readonly<{ wallMs: number; cpuMs: number }>

type TraceEvent = Readonly<{
  name: string
  pid: number
  tid: number
  tdur?: number
  args: { name?: string }
}>

/** The longest task of a page's main thread during an action; CPU time is what neighbours cannot add to. */
async function findLongestTask(page: Page, act: () => Promise<void>): Promise<LongestTask> {
  const browser = page.context().browser()
  await page.evaluate(`globalThis.tasks = [];
    globalThis.observer?.disconnect();
    globalThis.observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
    observer.observe({ type: 'longtask' })`)
  await browser?.startTracing(page, { categories: ['toplevel'] })
  await act()
  const trace = JSON.parse(String(await browser?.stopTracing()))
  const wallMs: number = await page.evaluate('Math.max(0, ...tasks.map((task) => task.duration))')
  return { wallMs, cpuMs: longestCpu(trace.traceEvents) }
}

function longestCpu(events: readonly TraceEvent[]): number {
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isName = ({ name, args }: TraceEvent) =>
    name === 'thread_name' && args.name === 'CrRendererMain'
  const mains = new Set(events.filter(isName).map(thread))
  const times = events
    .filter((event) => event.name.includes('RunTask') && mains.has(thread(event)))
    .map(({ tdur = 0 }) => tdur / 1000)
  return Math.round(Math.max(0, ...times))
}

type LongList = Readonly<{ what: string; first: Locator; last: Locator }>

/** The CPU time of the longest task while a long list is scrolled from end to end. */
export async function scrollThrough(page: Page, { what, first, last }: LongList): Promise<number> {
  await page.mouse.move(640, 500)
  await page.evaluate('scrollTo(0, 0)')
  await first.waitFor()
  const { wallMs, cpuMs } = await findLongestTask(page, () => scrollTo(page, last))
  console.log(`scrolling ${what}, longest task: ${cpuMs} ms of CPU, ${wallMs} ms by the clock`)
  // A trace without times would always be smooth.
  expect(cpuMs).toBeGreaterThan(0)
  return cpuMs
}

async function scrollTo(page: Page, last: Locator): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await page.mouse.wheel(0, 700)
    await page.waitForTimeout(16)
  }
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await last.waitFor()
}
