import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '../support/world/size.ts'

const ofThisFile = createRequire(import.meta.url)
const ofBuilder = createRequire(ofThisFile.resolve('@axe-core/playwright'))
const AXE: string = ofBuilder('axe-core').source

export const WIDE = { width: 1280, height: 800 }
export const NARROW = { width: 360, height: 720 }

const SCHEME = 'document.documentElement.style.colorScheme'
/** Colours change over a frame or two, and half-way they are too faint to read. */
const TRANSITIONS_FINISHED = `Promise.all(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition)
  .map(({ finished }) => finished.catch(() => undefined)))`
/** What a new size changes is drawn, and what that needs is requested. */
const FRAMES = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'

/** The narrow form of a list comes when it is needed. */
async function setSize(page: Page, size: typeof WIDE): Promise<void> {
  if (page.viewportSize()?.width === size.width) return
  const pending = new Set<Request>()
  const add = (request: Request) => void pending.add(request)
  const remove = (request: Request) => void pending.delete(request)
  page.on('request', add).on('requestfinished', remove).on('requestfailed', remove)
  await page.setViewportSize(size)
  await page.evaluate(FRAMES)
  await expect.poll(() => pending.size).toBe(0)
  await page.evaluate(FRAMES)
  page.off('request', add).off('requestfinished', remove).off('requestfailed', remove)
}

type Colours = Readonly<{ colorScheme: 'light' | 'dark'; forcedColors: 'none' | 'active' }>

/** The theme for forced colours is a dark one. */
async function setColours(page: Page, colours: Colours): Promise<void> {
  await page.emulateMedia(colours)
  const scheme = colours.forcedColors === 'active' ? 'dark' : colours.colorScheme
  await expect.poll(() => page.evaluate(SCHEME)).toBe(scheme)
}

const LIGHT: Colours = { colorScheme: 'light', forcedColors: 'none' }
const DARK: Colours = { colorScheme: 'dark', forcedColors: 'none' }
const FORCED: Colours = { colorScheme: 'light', forcedColors: 'active' }

/** The gate looks at pages in light colours; the nightly run, and who makes pictures, in all. */
const IN_ALL_COLOURS = isLong || Boolean(process.env.PICTURES)

/** Looks at what is on the screen, wide and narrow; each time it is whole and accessible. */
export async function inspect(page: Page, name: string, sizes = [WIDE, NARROW]): Promise<void> {
  for (const size of sizes) {
    await setSize(page, size)
    await checkPage(page, `${name}-light-${size.width}`)
    if (IN_ALL_COLOURS) await inspectColours(page, name, size)
  }
  await setSize(page, WIDE)
}

async function inspectColours(page: Page, name: string, { width }: typeof WIDE): Promise<void> {
  await setColours(page, FORCED)
  await checkForcedColours(page, `${name}-forced-${width}`)
  await setColours(page, LIGHT)
  await setColours(page, DARK)
  await checkPage(page, `${name}-dark-${width}`, { rules: COLOUR_RULES })
  await setColours(page, LIGHT)
}

/** The same of a page that the server made, which follows the browser by its styles alone. */
export async function inspectServed(page: Page, name: string, pictures?: string): Promise<void> {
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size)
    await checkPage(page, `${name}-light-${size.width}`, { pictures })
    if (!IN_ALL_COLOURS) continue
    await page.emulateMedia(DARK)
    await checkPage(page, `${name}-dark-${size.width}`, { rules: COLOUR_RULES, pictures })
    await page.emulateMedia(FORCED)
    await checkForcedColours(page, `${name}-forced-${size.width}`)
    await page.emulateMedia(LIGHT)
  }
  await page.setViewportSize(WIDE)
}

/** What a theme can change about a page; the rest was seen in the other one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** The browser paints with other colours than it tells, so contrast is left to those who chose them. */
export async function checkForcedColours(page: Page, name: string): Promise<void> {
  expect(await page.evaluate(`matchMedia('(forced-colors: active)').matches`)).toBe(true)
  await checkPage(page, name, { without: ['color-contrast'] })
}

/** Reading it takes longer than a look, and the builder reads it twice for each: here, once for each page load. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(`typeof axe === 'object'`))) await page.evaluate(AXE)
}

type Look = Readonly<{
  rules?: string[] | undefined
  without?: string[]
  pictures?: string | undefined
}>

/** One look at what is on the screen; and a picture, when asked for. */
export async function checkPage(
  page: Page,
  name: string,
  { rules, without = [], pictures = 'docs/images/portal' }: Look = {},
): Promise<void> {
  await page.evaluate(TRANSITIONS_FINISHED)
  await loadAxe(page)
  const axe = new AxeBuilder({ page: page as never, axeSource: ';' })
    // There are no frames to go into, and opening a page for each look takes longer than the look.
    .setLegacyMode()
    // Invisible stops that hand the focus on at once: how Fluent keeps it within a menu or dialog.
    .exclude('[data-tabster-dummy]')
    .options({ resultTypes: ['violations'] })
    .disableRules(without)
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(
    ({ id, nodes: [node] }) => `${name} ${id}: ${node?.html} ${node?.any[0]?.message}`,
  )
  expect(found).toEqual([])
  const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  expect([name, isTooWide]).toEqual([name, false])
  if (!process.env.PICTURES) return
  const folder = process.env.PICTURES === '1' ? pictures : process.env.PICTURES
  mkdirSync(folder, { recursive: true })
  // What is in front of a page covers what is in sight, not its whole length.
  const fullPage = (await page.locator('[role$="dialog"], [role="menu"]').count()) === 0
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage })
}
