import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertApp } from '../support/world/world.ts'
import { openBrowser } from './browser.ts'
import { usePortalFixture } from './portal-fixture.ts'

const ROUNDS = 9
const MAX_RATIO = 1.5

/** What Vite and Fluent cost when a page does nothing with them. */
const BARE = {
  'index.html':
    '<!doctype html><title>Bare</title><div id="root"></div><script type="module" src="./main.js"></script>',
  'main.js': `
import { Button, FluentProvider, Input, webLightTheme } from '@fluentui/react-components'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
const page = h(FluentProvider, { theme: webLightTheme }, h('h1', null, 'Bare'), h(Input), h(Button, null, 'Go'))
createRoot(document.getElementById('root')).render(page)`,
}

const FOLDER = `${import.meta.dirname}/../../dist/bare-page`
const fixture = await usePortalFixture()
let bare: FastifyInstance
let bareUrl = ''
let browser: Browser
let session = ''

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, text] of Object.entries(BARE)) writeFileSync(`${FOLDER}/${name}`, text)
  await build({
    configFile: false,
    root: FOLDER,
    logLevel: 'warn',
    build: { outDir: 'out', chunkSizeWarningLimit: 1000 },
  })
  bare = Fastify()
  await bare.register(fastifyStatic, { root: `${FOLDER}/out` })
  bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 })
  browser = await openBrowser()
  const { ada } = await fixture.insertPeople('ada')
  const owner = { ...ada, kind: 'user' as const }
  for (let n = 0; n < 20; n++) await insertApp(fixture.database.db, owner, {}, `tide-${n}`)
  const page = await fixture.openSignedIn('ada', '/apps')
  session = await page.evaluate("sessionStorage.getItem('binnacle.session') ?? ''")
  await page.context().close()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await bare.close()
  rmSync(FOLDER, { recursive: true, force: true })
})

/** Where people begin, and the page that is opened most; what each shows first of what they came for. */
const PAGES = [
  ['Home', '/', 'main li a[href*="/apps/"]'],
  ['the apps page', '/apps', 'tbody th'],
] as const

/** From the address to what somebody came for, with nothing in any cache. */
async function load(url: string, shows: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(`
    sessionStorage.setItem('binnacle.session', ${JSON.stringify(session)});
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(${JSON.stringify(shows)})) return;
      observer.disconnect();
      requestAnimationFrame(() => { globalThis.shownAt = performance.now() });
    }).observe(document, { childList: true, subtree: true })`)
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(shows).first().waitFor()
  await expect.poll(() => page.evaluate('globalThis.shownAt')).toEqual(expect.any(Number))
  const ms: number = await page.evaluate('globalThis.shownAt')
  await context.close()
  return ms
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

test.each(PAGES)(
  'the first load of %s is within 1.5 times that of a bare page of the same kit',
  {
    timeout: 180_000,
  },
  async (name, path, shows) => {
    const [ours, theirs]: [number[], number[]] = [[], []]
    await load(bareUrl, 'h1')
    await load(`${fixture.origin}${path}`, shows)
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await load(bareUrl, 'h1'))
      ours.push(await load(`${fixture.origin}${path}`, shows))
    }
    const ratio = median(ours) / median(theirs)
    const figures = `${Math.round(median(ours))} ms, bare ${Math.round(median(theirs))} ms`
    console.log(`first load of ${name} to bare page: ${ratio.toFixed(2)} (${figures}), aim 1.5`)
    expect(ratio).toBeLessThanOrEqual(MAX_RATIO)
  },
)
