import type { Page } from 'playwright-core'
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
