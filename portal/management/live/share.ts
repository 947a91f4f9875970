import type { Frame } from '../../../client/event-stream.ts'
import { findManagementToken } from '../../session.ts'
import { type Follower, followStream, type LiveState, RELOAD, waitForToken } from './follow.ts'

type Message =
  | Readonly<{ kind: 'frame'; frame: Frame }>
  | Readonly<{ kind: 'state'; state: LiveState }>
  /** From a tab that has just come, to the one that holds the stream. */
  | Readonly<{ kind: 'join' }>
  | Readonly<{ kind: 'joined'; state: LiveState; position: string | undefined }>

/**
 * Tabs of one browser share one stream: the tab that holds the lock follows it and passes it on; when that tab
 * goes or has no token, the next one gets the lock and goes on from the last position. `name` is of the account
 * and the stream.
 */
export function openShared(name: string, path: string, follower: Follower): () => void {
  const closing = new AbortController()
  const { signal } = closing
  // Without a secure context a browser has no locks: each tab then has a stream of its own.
  const findToken = () => waitForToken(follower.onState, signal)
  if (!navigator.locks) void followStream({ path, start: undefined, findToken }, follower, signal)
  else share(name, path, follower, signal)
  return () => closing.abort()
}

function share(name: string, path: string, follower: Follower, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  const post = (message: Message) => channel.postMessage(message)
  let position: string | undefined
  let state: LiveState = 'connecting'
  let isLeader = false
  let isNew = true
  const take = (frame: Frame) => {
    position = frame.id ?? position
    follower.onFrame(frame)
  }
  const setState = (next: LiveState) => {
    state = next
    follower.onState(next)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'frame') take(data.frame)
    if (data.kind === 'state') setState(data.state)
    if (data.kind === 'join' && isLeader) post({ kind: 'joined', state, position })
    if (data.kind !== 'joined' || !isNew) return
    isNew = false
    position = data.position
    setState(data.state)
    // What was committed between its first load and now was passed on to others only.
    follower.onFrame(RELOAD)
  }
  post({ kind: 'join' })
  const lead = async () => {
    isLeader = true
    isNew = false
    const broadcast: Follower = {
      onFrame(frame) {
        take(frame)
        post({ kind: 'frame', frame })
      },
      onState(next) {
        setState(next)
        post({ kind: 'state', state: next })
      },
    }
    const findToken = findManagementToken
    await followStream({ path, start: position, findToken }, broadcast, signal)
    isLeader = false
  }
  leadWhenLocked(name, lead, setState, signal)
    // Given up while it waited: this tab was closed before it was its turn.
    .catch(() => undefined)
    .finally(() => channel.close())
}

/** A tab that has no token, as some time after a reload, leaves the stream to another and listens to it. */
async function leadWhenLocked(
  name: string,
  lead: () => Promise<void>,
  setState: (state: LiveState) => void,
  signal: AbortSignal,
): Promise<void> {
  const pauseIfUnlocked = () =>
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) setState('paused')
    })
  while (!signal.aborted) {
    await navigator.locks.request(name, { signal }, lead)
    await waitForToken(pauseIfUnlocked, signal)
  }
}
