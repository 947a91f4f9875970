import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyFrames, patchList, readChanges } from './apply-frames.ts'
import { isActive } from './event-summary.ts'

type Event = Parameters<typeof isActive>[0]

const event = (name: string, status: 'Active' | 'Resolved' = 'Active', title = name): Event => ({
  ...{ id: name, name, type: 'x', systemData: {} },
  properties: { status, title },
})
const changed = (...events: Event[]) =>
  events.map((data) => ({ event: 'event', id: 'p', data: JSON.stringify(data) }))
const removed = { event: 'removed', id: 'p', data: '{"trackingId":"A"}' }
const names = (events: readonly Event[] = []) => events.map(({ name }) => name)

test('of several frames about an event the last counts', () => {
  const frames = [...changed(event('A', 'Active', 'old'), event('A', 'Active', 'new')), removed]
  expect(readChanges(frames.slice(0, 2)).get('A')?.properties.title).toBe('new')
  expect([...readChanges(frames)]).toEqual([['A', undefined]])
})

describe('a list', () => {
  const list = [event('A'), event('B')]

  test('has each event once, and what is new first', () => {
    const patched = patchList(list, readChanges(changed(event('B', 'Active', 'new'), event('C'))))
    expect(names(patched)).toEqual(['C', 'B', 'A'])
    expect(patched[1]?.properties.title).toBe('new')
  })

  test('loses what has left, and what it does not want', () => {
    const frames = [removed, ...changed(event('B', 'Resolved'))]
    expect(patchList(list, readChanges(frames), isActive)).toEqual([])
  })
})

describe('what is open', () => {
  const ACTIVE = ['events', 's', 'active']
  const ALL = ['events', 's', 'list', 90, undefined]
  const FILTERED = ['events', 's', 'list', 90, `status eq 'Active'`]
  const ONE = ['events', 's', 'one', 'A']
  const OTHER = ['events', 'other', 'active']
  let client: QueryClient
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated

  beforeEach(() => {
    client = new QueryClient()
    for (const key of [ACTIVE, ALL, FILTERED, OTHER]) client.setQueryData(key, [event('A')])
    client.setQueryData(ONE, event('A'))
    client.setQueryData([...ONE, 'resources'], [])
  })

  test('shows a change at once; a list with a filter and resources are loaded again', () => {
    applyFrames(client, 's', changed(event('A', 'Resolved'), event('B')))
    expect(names(client.getQueryData(ACTIVE))).toEqual(['B'])
    expect(names(client.getQueryData(ALL))).toEqual(['B', 'A'])
    expect(client.getQueryData<Event>(ONE)?.properties.status).toBe('Resolved')
    const keys = [FILTERED, [...ONE, 'resources'], ACTIVE, ALL, ONE]
    expect(keys.map(isStale)).toEqual([true, true, false, false, false])
    expect(names(client.getQueryData(OTHER))).toEqual(['A'])
  })

  test('loads everything again where the stream begins anew', () => {
    applyFrames(client, 's', [{ event: 'reset', id: 'p', data: '{}' }])
    expect([ACTIVE, ALL, FILTERED, ONE, OTHER].map(isStale)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('asks for the page of an event that has left', () => {
    applyFrames(client, 's', [removed])
    expect([isStale(ONE), names(client.getQueryData(ALL))]).toEqual([true, []])
  })
})
