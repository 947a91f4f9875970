import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWithToken, stubBrowser } from '../../browser-stub.ts'

type Stream = Readonly<{ headers: Headers; send: (text: string) => void }>

const PATH = '/live/v1/subscriptions/sub-a/events'
const streams: Stream[] = []

async function answer({ pathname }: URL, headers: Headers): Promise<Response> {
  // Only the tab that asked has it: what tabs of this test keep, all of them find.
  if (pathname === '/token') return answerWithToken('renewed', 0)
  const { readable, writable } = new TransformStream<string, string>()
  const writer = writable.getWriter()
  streams.push({ headers, send: (text) => void writer.write(text) })
  return new Response(readable.pipeThrough(new TextEncoderStream()))
}

beforeEach(() => {
  streams.length = 0
})
afterEach(() => void vi.unstubAllGlobals())

async function openTab(name: string) {
  vi.resetModules()
  const { openShared } = await import('./share.ts')
  const session = await import('../../session.ts')
  const states: string[] = []
  const received: string[] = []
  const follower = {
    onState: (state: string) => void states.push(state),
    onFrame: ({ event, id }: { event: string; id: string | undefined }) =>
      void received.push(`${event} ${id}`),
  }
  return { session, states, received, open: () => openShared(name, PATH, follower) }
}

const frame = (event: string, id: string, data = '{}') =>
  `${id && `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
const END = frame('end', '', '{"code":"ExpiredAuthenticationToken"}')

/** As after a reload: an access token in the storage, and no refresh token. */
function storeToken(storage: { setItem: (key: string, value: string) => void }, ms: number) {
  const management = { accessToken: 'old', expiresAtMs: Date.now() + ms }
  storage.setItem('binnacle.session', JSON.stringify({ ...management, management }))
}

test('a tab whose token has expired leaves the stream to another tab, and listens to it', async () => {
  const { sessionStorage } = stubBrowser(answer)
  const [first, second] = [await openTab('two'), await openTab('two')]
  second.session.storeSession({
    accessToken: 'a',
    refreshToken: 'r',
    idToken: undefined,
    expiresInS: 0,
  })
  storeToken(sessionStorage, 61_000)
  const close = [first.open()]
  await expect.poll(() => streams.length).toBe(1)
  streams[0]?.send(frame('start', 'events-1'))
  await expect.poll(() => first.received).toContain('start events-1')
  close.push(second.open())
  await expect.poll(() => second.states).toContain('live')
  storeToken(sessionStorage, 0)
  streams[0]?.send(END)
  await expect.poll(() => streams.length, { timeout: 8000 }).toBe(2)
  expect(Object.fromEntries(streams[1]?.headers ?? [])).toMatchObject({
    authorization: 'Bearer renewed',
    'last-event-id': 'events-1',
  })
  streams[1]?.send(frame('event', 'events-2'))
  await expect.poll(() => first.received).toContain('event events-2')
  expect(second.received).toContain('event events-2')
  expect([first, second].map(({ states }) => states.at(-1))).toEqual(['live', 'live'])
  for (const each of close) each()
})

test('the only tab says that it is not updated when its token has expired', async () => {
  const { sessionStorage } = stubBrowser(answer)
  const tab = await openTab('one')
  storeToken(sessionStorage, 61_000)
  const close = tab.open()
  await expect.poll(() => tab.states).toEqual(['live'])
  storeToken(sessionStorage, 0)
  streams[0]?.send(END)
  await expect.poll(() => tab.states.at(-1), { timeout: 8000 }).toBe('paused')
  close()
})
