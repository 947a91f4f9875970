import { expect, test } from 'vitest'
import { toChange, toRows } from './footprint-rows.ts'

const WEST = { service: 'Storage', region: 'West US' }
const EAST = { service: 'Storage', region: 'East US' }
const ISLES = { service: 'Cache', region: 'Isles, north' }
const LOADED = [WEST, EAST, ISLES]

test('a row has the regions of a service; without services there is an empty one', () => {
  expect(toRows(LOADED)).toEqual([
    { key: 0, service: 'Storage', regions: 'West US, East US' },
    { key: 1, service: 'Cache', regions: 'Isles, north' },
  ])
  expect(toRows([])).toMatchObject([{ service: '', regions: '' }])
})

test('what was typed becomes what is added and removed', () => {
  const [storage, cache] = toRows(LOADED) as [never, never]
  expect(toChange(LOADED, [storage, cache])).toEqual({ add: [], remove: [] })
  expect(toChange(LOADED, [storage])).toEqual({ add: [], remove: [ISLES] })
  const changed = { key: 0, service: 'Storage', regions: 'East US,North Europe' }
  expect(toChange(LOADED, [changed, cache])).toEqual({
    add: [{ service: 'Storage', region: 'North Europe' }],
    remove: [WEST],
  })
  const empty = { key: 9, service: ' ', regions: '' }
  expect(toChange(LOADED, [empty])).toEqual({ add: [], remove: LOADED })
})
