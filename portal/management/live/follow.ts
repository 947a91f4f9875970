import { type Frame, readFrames } from '../../../client/event-stream.ts'
import { findManagementToken, renewManagementToken } from '../../session.ts'
import { settings } from '../../settings.ts'
import { countFailures, type Outcome, planNext } from './plan.ts'

/** `live`: changes arrive by themselves. `polling`: lists are loaded now and then. `paused`: the session has ended. */
export type LiveState = 'connecting' | 'live' | 'polling' | 'paused'

export type Follower = Readonly<{
  onFrame: (frame: Frame) => void
  onState: (state: LiveState) => void
}>

/** The server sends something every 15 s. */
const IDLE_MS = 40_000
const PAUSED_MS = 30_000

/** For a page: what it shows may be old. */
export const RELOAD: Frame = { event: 'reset', id: undefined, data: '{}' }

type Followed = Readonly<{
  path: string
  start: string | undefined
  /** Without a token, nobody follows any longer. */
  findToken: () => Promise<string | undefined>
}>

/** Follows a stream until `signal`: after every end it goes on from the last position. */
export async function followStream(
  { path, start, findToken }: Followed,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let position = start
  let failures = 0
  const take = (frame: Frame) => {
    position = frame.id ?? position
    if (frame.event !== 'end') follower.onFrame(frame)
  }
  while (!signal.aborted) {
    const token = await findToken()
    if (token === undefined || signal.aborted) return
    let openedAt = Number.POSITIVE_INFINITY
    const onOpen = () => {
      openedAt = performance.now()
      follower.onState('live')
    }
    const outcome = await readOnce({ path, position, token, onOpen, take, signal })
    failures = countFailures(failures, performance.now() - openedAt)
    const plan = planNext(outcome, failures, Math.random())
    follower.onState(plan.reloads ? 'polling' : 'connecting')
    await wait(plan.waitMs, signal)
    if (plan.renewsBearer) await renewManagementToken()
    if (plan.reloads && !signal.aborted) follower.onFrame(RELOAD)
  }
}

/** Nothing if `signal` comes first. */
export async function waitForToken(
  onState: Follower['onState'],
  signal: AbortSignal,
): Promise<string | undefined> {
  while (!signal.aborted) {
    const token = await findManagementToken()
    if (token !== undefined) return token
    onState('paused')
    await wait(PAUSED_MS, signal)
  }
  return undefined
}

type Attempt = Readonly<{
  path: string
  position: string | undefined
  token: string
  onOpen: () => void
  take: (frame: Frame) => void
  signal: AbortSignal
}>

async function readOnce({
  path,
  position,
  token,
  onOpen,
  take,
  signal,
}: Attempt): Promise<Outcome> {
  const idle = new AbortController()
  let timer = setTimeout(() => idle.abort(), IDLE_MS)
  const onBytes = () => {
    clearTimeout(timer)
    timer = setTimeout(() => idle.abort(), IDLE_MS)
  }
  try {
    const response = await fetch(`${settings.managementUrl}${path}`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(position !== undefined && { 'last-event-id': position }),
      },
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.any([signal, idle.signal]),
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      return { kind: 'refused', status: response.status }
    }
    onOpen()
    for await (const frame of readFrames(response.body, onBytes)) {
      take(frame)
      if (frame.event === 'end') return { kind: 'ended', code: codeOf(frame) }
    }
    return { kind: 'lost' }
  } catch {
    // No answer, a connection that broke, or silence: all are tried again.
    return { kind: 'lost' }
  } finally {
    clearTimeout(timer)
  }
}

function codeOf({ data }: Frame): string {
  const { code } = JSON.parse(data) as { code?: string }
  return code ?? ''
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
