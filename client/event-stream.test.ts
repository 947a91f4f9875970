import { describe, expect, test } from 'vitest'
import { type Frame, makeFrameParser, readFrames } from './event-stream.ts'

const STREAM = [
  'retry: 2000\n\n',
  'id: events-41\nevent: start\ndata: {}\n\n',
  ':\n\n',
  'event: event\nid: events-42\ndata: {"name":"A"}\n\n',
  ':\nid: events-43\n\n',
  'event: removed\nid: events-44\ndata: {"trackingId":"A"}\n\n',
  'event: end\ndata: {"code":"ServerStopping","message":"…"}\n\n',
].join('')

const FRAMES = [
  { event: 'start', id: 'events-41', data: '{}' },
  { event: 'event', id: 'events-42', data: '{"name":"A"}' },
  { event: 'position', id: 'events-43', data: '' },
  { event: 'removed', id: 'events-44', data: '{"trackingId":"A"}' },
  { event: 'end', id: undefined, data: '{"code":"ServerStopping","message":"…"}' },
]

describe('a stream', () => {
  test.each([1, 2, 3, 7, 1000])('in pieces of %i characters has the same frames', (size) => {
    const parse = makeFrameParser()
    const pieces = STREAM.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    expect(pieces.flatMap(parse)).toEqual(FRAMES)
  })

  test.each(['\r', '\r\n'])('with %j at the end of lines has the same frames', (end) => {
    const parse = makeFrameParser()
    const frames = [...STREAM.replaceAll('\n', end)].flatMap(parse)
    expect([...frames, ...parse('x')]).toEqual(FRAMES)
  })

  test('joins lines of data, and takes the first space only', () => {
    const parse = makeFrameParser()
    expect(parse('data:a\ndata:  b\ndata\n\n')).toEqual([
      { event: 'message', id: undefined, data: 'a\n b\n' },
    ])
  })

  test('holds back a block until it has ended', () => {
    const parse = makeFrameParser()
    expect(parse('data: {}\n')).toEqual([])
    expect(parse('\n')).toHaveLength(1)
  })
})

test('a response gives its frames, and tells of every piece', async () => {
  const bytes = new TextEncoder().encode(STREAM)
  const half = bytes.indexOf(0xe2) + 1
  const body = new Response(
    new ReadableStream({
      start(controller) {
        // Within a character.
        controller.enqueue(bytes.slice(0, half))
        controller.enqueue(bytes.slice(half))
        controller.close()
      },
    }),
  ).body
  let pieces = 0
  const frames: Frame[] = []
  for await (const frame of readFrames(body as never, () => void pieces++)) frames.push(frame)
  expect(frames).toEqual(FRAMES)
  expect(pieces).toBeGreaterThan(0)
})
