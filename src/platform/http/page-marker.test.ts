import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { pageMarkers } from './page-marker.ts'

const key = randomBytes(32)
const listing = ['events', 'sub-a', '', '']

test('a marker is read by whoever has the key, for the listing it was written for', () => {
  const marker = pageMarkers(key).write({ time: 7, id: 'X' }, listing)
  expect(pageMarkers(key).read(marker, listing)).toEqual({ time: 7, id: 'X' })
  expect(pageMarkers(key).read(marker, ['events', 'sub-b', '', ''])).toBeUndefined()
  expect(pageMarkers(randomBytes(32)).read(marker, listing)).toBeUndefined()
})

test('parts of a listing cannot be shifted into each other', () => {
  const marker = pageMarkers(key).write({}, ['events', 'ab', 'c'])
  expect(pageMarkers(key).read(marker, ['events', 'a', 'bc'])).toBeUndefined()
})
