import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser } from 'playwright-core'

const ESCAPE = '\u001b'
const STYLES: Readonly<Record<string, string>> = {
  1: 'font-weight: bold; color: #fff',
  2: 'color: #8a8886',
  31: 'color: #f1707b',
  32: 'color: #9ad29a',
  33: 'color: #f2c661',
}

/** A picture of what a terminal shows, in the colours it was told. */
export async function pictureTerminal(browser: Browser, shown: string, path: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1100 } })
  await page.setContent(`<style>
    body { margin: 0; background: #1b1a19 }
    pre { display: inline-block; margin: 0; padding: 24px; color: #d2d0ce; font: 14px/20px "Liberation Mono", monospace }
  </style><pre>${toHtml(shown)}</pre>`)
  mkdirSync(dirname(path), { recursive: true })
  await page.locator('pre').screenshot({ path })
  await page.close()
}

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function toHtml(shown: string): string {
  const [first = '', ...rest] = shown.split(`${ESCAPE}[`)
  let style = ''
  const pieces = rest.map((piece) => {
    const end = piece.indexOf('m')
    for (const code of piece.slice(0, end).split(';')) {
      const isPlain = code === '' || code === '0'
      style = isPlain ? '' : (STYLES[code] ?? style)
    }
    return `<span style="${style}">${safe(piece.slice(end + 1))}</span>`
  })
  return safe(first) + pieces.join('')
}
