import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const FOCUSED = `(() => {
  const element = document.activeElement
  const labels = element.labels ? [...element.labels].map(({ innerText }) => innerText) : []
  return [element.ariaLabel, ...labels, element.tagName === 'BODY' ? '' : element.innerText].filter(Boolean).join(' ')
})()`

/** What the focus is on, as somebody would name it. */
export const focused = (page: Page): Promise<string> => page.evaluate(FOCUSED)

const MAX_TAB_STOPS = 60

/** Tab, or Shift+Tab, until the focus is on what begins with these words. */
export async function tabTo(page: Page, words: string, key = 'Tab'): Promise<void> {
  for (let n = 0; n < MAX_TAB_STOPS; n++) {
    await page.keyboard.press(key)
    if ((await focused(page)).startsWith(words)) return
  }
  expect(await focused(page)).toBe(words)
}

/** The arrow keys, until the focus is on what was meant: as in any menu. */
export async function choose(page: Page, item: Locator): Promise<void> {
  await item.waitFor()
  for (let n = 0; n < 12; n++) {
    if ((await item.and(page.locator(':focus')).count()) > 0) return page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the arrow keys do not lead to ${item}`)
}

/** What has the focus, as it is shown. */
export const focusOf = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.innerText')
