import { describe, expect, test } from 'vitest'
import { findMissingRows } from '../../bench/quota/count-rows.ts'
import { makePut, RESOURCES, WAYS } from '../../bench/quota/ways.ts'

describe('the rows that the bench of quota counts', () => {
  const each = { quota_request: 1, quota_sub_request: 5, request_key: 0 }
  const find = (...written: number[]) => findMissingRows(100, 16, each, written)

  test('as many as were acknowledged, or those under way at the end too', () => {
    expect(find(100, 500, 0)).toBeUndefined()
    expect(find(116, 580, 0)).toBeUndefined()
  })

  test.each([
    ['fewer than acknowledged', [99, 495, 0]],
    ['more than could be under way', [117, 585, 0]],
    ['a table with rows missing', [100, 499, 0]],
    ['a table with rows that nobody asked for', [100, 500, 1]],
  ])('%s', (_what, written) => {
    expect(find(...written)).toContain('100 acknowledged requests')
  })
})

test.each(WAYS.all)('$label: no two requests are for the same resource', (way) => {
  const most = 7 * Math.floor(RESOURCES.length / way.resourcesEach)
  const seen = Array.from({ length: most }, (_, number) => {
    const { path, body } = makePut(way, 'eastus', number, 7)
    return `${path} ${JSON.stringify(body).replaceAll(/"limit":\d+/g, '')}`
  })
  expect(new Set(seen).size).toBe(most)
  expect(() => makePut(way, 'eastus', most, 7)).toThrow('everything has been requested')
})
