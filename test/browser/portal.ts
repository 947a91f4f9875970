import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { openSeal } from '../../src/platform/seal.ts'
import { useServer } from '../server.ts'
import { PASSWORD } from '../signed-in.ts'
import { useDatabase } from '../use-database.ts'
import { openBrowser } from './browser.ts'

/** A portal as it is built, its server, and a browser. Every complaint of a page fails the test it is in. */
export async function usePortal(env: Record<string, string> = {}) {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const database = useDatabase()
  const server = useServer({
    databaseUrl: database.url,
    seal: openSeal(randomBytes(32)),
    portalFolder: `${import.meta.dirname}/../../dist/portal`,
    port,
    env: { PUBLIC_URL: origin, ...env },
  })
  let browser: Browser
  let complaints: string[] = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())
  afterEach(() => {
    const found = complaints
    complaints = []
    expect(found).toEqual([])
  })

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // What fades in is too faint to read for a moment, and a picture must not catch it then.
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    return page
  }

  return {
    origin,
    database,
    server,
    open,
    /** Opens the page at `path` for somebody who signs in on the way. */
    async visit(login: string, path: string, options?: BrowserContextOptions): Promise<Page> {
      const page = await open(options)
      await page.goto(`${origin}${path}`)
      await page.getByLabel('E-mail or name').fill(login)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(`${origin}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    },
    /** The browser itself notes refused requests; where one is expected, it is no complaint. */
    forgive(text: string): void {
      complaints = complaints.filter((complaint) => !complaint.includes(text))
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

const PICTURES = process.env.PICTURES === '1' ? 'docs/images/portal' : process.env.PICTURES

/** No violations by axe, nothing wider than the screen; and a picture, when asked for. */
export async function inspect(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: page as never })
    // Invisible stops that hand the focus on at once: how Fluent keeps it within a menu or dialog.
    .exclude('[data-tabster-dummy]')
    .analyze()
  expect(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`)).toEqual([])
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect([name, isTooWide]).toEqual([name, false])
  if (!PICTURES) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png` })
}

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
