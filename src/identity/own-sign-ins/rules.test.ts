import { expect, test } from 'vitest'
import { describeBrowser } from './rules.ts'

const like = (rest: string) => `Mozilla/5.0 (${rest}`

test.each([
  [
    like('X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Safari/537.36'),
    'Chrome on Linux',
  ],
  [
    like('X11; Linux x86_64) AppleWebKit/537.36 (KHTML) HeadlessChrome/139.0 Safari/537.36'),
    'Chromium on Linux',
  ],
  [
    like('Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/139.0 Safari/537.36 Edg/139.0'),
    'Edge on Windows',
  ],
  [like('Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0'), 'Firefox on Windows'],
  [
    like('Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15'),
    'Safari on macOS',
  ],
  [
    like('iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Safari/604.1'),
    'Safari on iOS',
  ],
  [
    like('Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/139.0 Safari/537.36'),
    'Chrome on Android',
  ],
  ['binnacle-cli (darwin)', 'Binnacle command line on macOS'],
  ['curl/8.5.0', 'curl'],
  ['node', 'Node.js'],
  ['<script>alert(1)</script>', null],
  ['', null],
  [`${'x'.repeat(1000)} Firefox/1`, null],
])('%s', (userAgent, expected) => {
  expect(describeBrowser(userAgent)).toBe(expected)
  expect(describeBrowser(userAgent)?.length ?? 0).toBeLessThanOrEqual(64)
})
