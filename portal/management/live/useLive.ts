import { useEffect, useRef, useState } from 'react'
import type { Frame } from '../../../client/event-stream.ts'
import { type LiveState, waitForToken } from './follow.ts'
import { openShared } from './share.ts'

/** Frames that come together are handed on together: a page is drawn once for them. */
const BATCH_MS = 100
/** From one page of an area to the next the stream stays open. */
const CLOSE_DELAY_MS = 5000

type Listener = Readonly<{
  onFrames: (frames: readonly Frame[]) => void
  onState: (state: LiveState) => void
}>

type Connection = {
  listeners: Set<Listener>
  state: LiveState
  batch: Frame[]
  close: () => void
  closeTimer: ReturnType<typeof setTimeout> | undefined
}

const connections = new Map<string, Connection>()

function connect(path: string): Connection {
  const closing = new AbortController()
  const connection: Connection = {
    listeners: new Set(),
    state: 'connecting',
    batch: [],
    close: () => closing.abort(),
    closeTimer: undefined,
  }
  void open(path, connection, closing.signal)
  return connection
}

async function open(path: string, connection: Connection, signal: AbortSignal): Promise<void> {
  const onState = (state: LiveState) => showState(connection, state)
  const token = await waitForToken(onState, signal)
  if (token === undefined || signal.aborted) return
  const close = openShared(`binnacle.live:${accountOf(token)}:${path}`, path, {
    onFrame(frame) {
      if (connection.batch.push(frame) === 1) setTimeout(() => flush(connection), BATCH_MS)
    },
    onState,
  })
  signal.addEventListener('abort', close)
}

function showState(connection: Connection, state: LiveState): void {
  connection.state = state
  for (const { onState } of connection.listeners) onState(state)
}

function flush(connection: Connection): void {
  const frames = connection.batch.splice(0)
  for (const { onFrames } of connection.listeners) onFrames(frames)
}

/** Tabs of two people in one browser must not share: each gets what is theirs. */
function accountOf(token: string): string {
  const [, claims = ''] = token.split('.')
  const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return String(sub)
}

function listen(path: string, listener: Listener): () => void {
  const connection = connections.get(path) ?? connect(path)
  connections.set(path, connection)
  clearTimeout(connection.closeTimer)
  connection.listeners.add(listener)
  listener.onState(connection.state)
  return () => {
    connection.listeners.delete(listener)
    if (connection.listeners.size > 0) return
    connection.closeTimer = setTimeout(() => {
      connection.close()
      connections.delete(path)
    }, CLOSE_DELAY_MS)
  }
}

/** Follows `/live/v1/subscriptions/{id}/events` or `…/quota` while the page is open. */
export function useLive(
  subscription: string,
  stream: 'events' | 'quota',
  onFrames: (frames: readonly Frame[]) => void,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  const latest = useRef(onFrames)
  useEffect(() => {
    latest.current = onFrames
  })
  useEffect(() => {
    const path = `/live/v1/subscriptions/${encodeURIComponent(subscription)}/${stream}`
    return listen(path, { onFrames: (frames) => latest.current(frames), onState: setState })
  }, [subscription, stream])
  return state
}
