import { expect, test } from 'vitest'
import { describeSources, type Source } from './describe-sources.ts'

const PAGE = { to: '/health', name: 'Service health' }
const of = (what: string, state: Source['state']): Source => ({ what, state, page: PAGE })
const texts = (sources: Source[], found = 0) =>
  describeSources('tide', sources, found).map(({ text }) => text)

test('nothing was found only where all was searched', () => {
  expect(texts([of('apps', 'searched'), of('events', 'searched')])).toEqual([
    'Nothing found for “tide”.',
  ])
  expect(texts([of('apps', 'searched'), of('events', 'searching')])).toEqual(['Searching…'])
  expect(texts([of('apps', 'searched'), of('events', 'failed')])).toEqual([
    'Nothing found for “tide” in apps.',
    'Events could not be searched. Open Service health',
  ])
  expect(texts([of('events', 'failed')])).toEqual([
    'Events could not be searched. Open Service health',
  ])
})

test('what only its page can ask for is named once, with the way to it', () => {
  const sources = [of('apps', 'searched'), of('events', 'closed'), of('quota requests', 'closed')]
  expect(describeSources('tide', sources, 1)).toEqual([
    {
      key: 'closed',
      text: 'Open Service health to search events and quota requests',
      to: '/health',
    },
  ])
})

test('beside results, nothing is said of what was searched', () => {
  expect(texts([of('apps', 'searched'), of('events', 'searched')], 1)).toEqual([])
  expect(texts([of('apps', 'searched'), of('events', 'searching')], 1)).toEqual(['Searching…'])
})
