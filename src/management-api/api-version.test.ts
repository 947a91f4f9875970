import { expect, test } from 'vitest'
import { judgeApiVersion } from './api-version.ts'

const versions = {
  served: '2025-05-01',
  accepted: ['2022-10-01', '2023-10-01-preview', '2025-05-01'],
  takesNewer: true,
}
const fine = { serves: '2025-05-01', isNewer: false }
const newer = { serves: '2025-05-01', isNewer: true }

test.each([
  ['2025-05-01', fine],
  ['2022-10-01', fine],
  ['2023-10-01-PREVIEW', fine],
  ['2026-01-01', newer],
  ['2026-01-01-preview', newer],
  [undefined, { fault: 'missing' }],
  ['', { fault: 'missing' }],
  ['2024-01-01', { fault: 'unsupported', asked: '2024-01-01' }],
  ['2026-02-30', { fault: 'unsupported', asked: '2026-02-30' }],
  ['2026-13-01', { fault: 'unsupported', asked: '2026-13-01' }],
  ['latest', { fault: 'unsupported', asked: 'latest' }],
  [['2025-05-01', '2025-05-01'], { fault: 'unsupported', asked: '2025-05-01, 2025-05-01' }],
])('%j', (given, verdict) => {
  expect(judgeApiVersion(given, versions)).toEqual(verdict)
})

test('a newer one is refused where only the published ones are taken', () => {
  const strict = { ...versions, takesNewer: false }
  expect(judgeApiVersion('2026-01-01', strict)).toEqual({
    fault: 'unsupported',
    asked: '2026-01-01',
  })
})
