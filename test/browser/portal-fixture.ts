import { randomBytes } from 'node:crypto'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Limits } from '../../src/limits.ts'
import { openSeal } from '../../src/platform/crypto/seal.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { insertPassword } from '../support/http/signed-in.ts'
import { PASSWORD } from '../support/http/signer.ts'
import type { Installation } from '../support/server/health-calls.ts'
import { useServer } from '../support/server/server.ts'
import { insertPerson } from '../support/world/world.ts'
import { closeContexts, findBrowser, openBrowser } from './browser.ts'
import { WIDE } from './looks.ts'

export type PortalFixture = Awaited<ReturnType<typeof usePortalFixture>>

/** Which of the servers a browser talks to. */
type Node = 'first' | 'second'

type Options = Readonly<{
  path?: string
  env?: Record<string, string>
  limits?: Partial<Limits>
  runsJobs?: boolean
  /** A browser offers passkeys to a name, and not to an address. */
  host?: '127.0.0.1' | 'localhost'
  /** Another server on the same database, which browsers opened with `second` find at the same address. */
  hasSecondNode?: boolean
}>

/** The real server with the built portal at `origin` plus `path`, and a browser to look at it. */
export async function usePortalFixture({
  path = '',
  env = {},
  limits = {},
  runsJobs = false,
  host = '127.0.0.1',
  hasSecondNode = false,
}: Options = {}) {
  const port = await findFreePort()
  const origin = `http://${host}:${port}`
  const database = useDatabase()
  const seal = openSeal(randomBytes(32))
  const options = {
    databaseUrl: database.url,
    seal,
    portalFolder: `${import.meta.dirname}/../../dist/portal`,
    limits,
    env: { PUBLIC_URL: origin, ...(path && { PORTAL_URL: `${origin}${path}` }), ...env },
  }
  const server = useServer({ ...options, port, runsJobs })
  const secondPort = await findFreePort()
  const second = hasSecondNode ? useServer({ ...options, port: secondPort }) : undefined
  const findBrowserOf = useBrowsers(`${host}:${port}`, second && `127.0.0.1:${secondPort}`)
  let browserErrors: string[] = []
  /** A refused style or script, a failed request and a bug all end up here. */
  afterEach(() => expect(browserErrors.splice(0)).toEqual([]))

  /** A browser of somebody's own who has not signed in. */
  async function open(screen?: BrowserContextOptions, node: Node = 'first'): Promise<Page> {
    const browser = await findBrowserOf(node)
    const context = await browser.newContext({
      viewport: WIDE,
      // What fades in is too faint to read for a moment, and a picture must not catch it then.
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...screen,
    })
    context.setDefaultTimeout(30_000)
    const opened = await context.newPage()
    collectErrors(opened, [origin], (error) => browserErrors.push(error))
    return opened
  }

  return {
    origin,
    database,
    server,
    second,
    /** For `openHealth` and `openQuota`: what operators do, over HTTP. */
    installation: {
      ...{ url: () => server.url, db: () => database.db, seal, origin },
      ...{ vendor: env.VENDOR_NAMESPACE ?? 'Microsoft', managementUrl: origin },
    } satisfies Installation,
    /** For a test that broke something on purpose: the browser itself notes each failed request. */
    ignoreErrors(what: RegExp | string): void {
      browserErrors = browserErrors.filter((error) => error.search(what) === -1)
    },
    insertPeople: <Name extends string>(...names: Name[]) => insertPeople(database.db, names),
    open,
    signIn,
    /** A browser of one person's own, signed in, on the page they asked for. */
    async openSignedIn(
      login: string,
      page: string,
      screen?: BrowserContextOptions,
      node?: Node,
    ): Promise<Page> {
      const opened = await open(screen, node)
      await opened.goto(`${origin}${path}${page}`)
      await signIn(opened, login)
      return opened
    },
  }
}

async function signIn(page: Page, login: string): Promise<void> {
  await page.getByLabel('E-mail or name').fill(login)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  // The pages on the way have titles too.
  await page.waitForURL(({ pathname }) => !/^\/oauth2\/|\/signed-in$/.test(pathname))
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The second node is found at the address of the first, by a browser of its own. */
function useBrowsers(first: string, second: string | undefined): (node: Node) => Promise<Browser> {
  let ofSecond: Browser | undefined
  beforeAll(async () => {
    const rule = `--host-resolver-rules=MAP ${first} ${second}`
    if (second) ofSecond = await openBrowser([rule])
  })
  afterAll(() => Promise.all([closeContexts(), ofSecond?.close()]))
  return async (node) => {
    if (node === 'first') return findBrowser()
    if (!ofSecond) throw new Error('the second node has no browser')
    return ofSecond
  }
}

async function insertPeople<Name extends string>(db: Db, names: readonly Name[]) {
  const people = {} as Record<Name, Awaited<ReturnType<typeof insertPerson>>>
  for (const name of names) {
    people[name] = await insertPerson(db, name)
    await insertPassword(db, people[name].id)
  }
  return people
}

/** A refused style or script, a failed request, a bug, and a request to anybody else. */
export function collectErrors(
  page: Page,
  origins: readonly string[],
  report: (error: string) => void,
): void {
  page.on('console', (message) => {
    if (message.type() === 'error') report(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => report(String(error)))
  page.on('request', (request) => {
    const isOurs = [...origins, 'data:', 'blob:'].some((start) => request.url().startsWith(start))
    if (!isOurs) report(`asked somebody else: ${request.url()}`)
  })
}

const MAX_TAB_STOPS = 60

/** By the Tab key alone, as somebody without a mouse gets there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < MAX_TAB_STOPS; stops++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${target}`)
}

/** Gets there by Tab and does what it is for. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  // A button that needs a right is disabled until the rights of the caller are known.
  await expect.poll(() => target.isEnabled()).toBe(true)
  await page.keyboard.press(key)
}

/** Gets there by Tab and writes in the place of what was there. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Keeps answers back until the caller lets go: what somebody with a slow connection sees. */
export async function delayResponses(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return async () => {
    resolve()
    await page.unrouteAll({ behavior: 'wait' })
  }
}
