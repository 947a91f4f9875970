import { expect, test } from 'vitest'
import { followChanges } from './changes.ts'

test('who is told that positions went back looks again, and goes on from there', async () => {
  const stop = new AbortController()
  const asked: (string | undefined)[] = []
  let changes = 0
  const bodies = [
    'id: events-9\nevent: start\ndata: {}\n\n',
    'id: events-3\nevent: reset\ndata: {}\n\n',
  ]
  await followChanges(
    async (lastEventId) => {
      asked.push(lastEventId)
      const text = bodies.shift()
      if (text === undefined) stop.abort()
      return new Response(text ?? '').body as ReadableStream<Uint8Array>
    },
    () => {
      changes++
    },
    stop.signal,
  )
  expect(asked).toEqual([undefined, 'events-9', 'events-3'])
  expect(changes).toBe(2)
})
