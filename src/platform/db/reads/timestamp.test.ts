import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { parseTimestamp, TIMESTAMPTZ } from './timestamp.ts'

const parseByDriver = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => unknown

describe('a time is what the driver makes of it', () => {
  test('at each millisecond', () => {
    for (let ms = 0; ms < 1000; ms++) {
      // The database leaves out zeros at the end.
      const fraction = `.${String(ms).padStart(3, '0')}`.replace(/\.?0+$/, '')
      const text = `2026-11-15 02:22:35${fraction}+00`
      expect(parseTimestamp(text), text).toEqual(parseByDriver(text))
    }
  })

  test.each([
    '2026-11-15 02:22:35.391482+00',
    '2026-02-28 23:59:59.9+00',
    '0001-01-01 00:00:00+00',
    '0099-12-31 23:59:59+00',
    '0044-03-15 12:00:00+00 BC',
    '12026-11-15 02:22:35+00',
    '2026-11-15 07:52:35.391+05:30',
    '2026-11-14 18:22:35.391-08',
    '1850-01-01 00:53:28+00:53:28',
    'infinity',
    '-infinity',
  ])('%s', (text) => {
    expect(parseTimestamp(text)).toEqual(parseByDriver(text))
  })
})
