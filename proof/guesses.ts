import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from '../src/platform/db/connect.ts'
import { withMigratedDatabase } from '../test/postgres.ts'
import { serve } from '../test/processes.ts'
import { insertPassword, PASSWORD } from '../test/signed-in.ts'
import { insertPerson } from '../test/world.ts'

const ATTACKERS = Array.from({ length: 49 }, (_none, i) => `127.0.0.${i + 2}`)
const OWNER = '127.0.0.60'
const SIGN_INS = 12
/** A person does not notice this; a hash that waits behind others takes longer. */
const LONGEST_SIGN_IN_MS = 1000

type Answer = Readonly<{ status: number; body: string; location: string }>

/**
 * Somebody guesses a password from 49 addresses as fast as the server answers, while its owner signs
 * in from another one: no guess may succeed by wearing the server down, and the owner must not wait.
 */
export async function proveGuesses(guesses: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-guesses-'))
  const key = join(folder, 'key')
  writeFileSync(key, randomBytes(32))
  try {
    return await withMigratedDatabase(async (databaseUrl) => {
      await prepare(databaseUrl)
      const PUBLIC_URL = 'http://binnacle.example'
      const server = await serve({ DATABASE_URL: databaseUrl, SECRET_KEY_FILE: key, PUBLIC_URL })
      const [url = ''] = server.addresses
      const result = await attack(url, guesses)
      await server.stop()
      return report(result, guesses)
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function prepare(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl)
  const ada = await insertPerson(db, 'ada')
  await insertPassword(db, ada.id)
  const now = new Date()
  await db
    .insertInto('oauth_client')
    .values({
      id: 'spa',
      principal_id: randomUUIDv7(),
      display_name: 'Client',
      redirect_uris: ['https://client.example/back'],
      flows: ['implicit'],
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db.destroy()
}

type Result = { quietMs: number[]; busyMs: number[]; statuses: Map<number, number> }

async function attack(url: string, guesses: number): Promise<Result> {
  const result: Result = { quietMs: [], busyMs: [], statuses: new Map() }
  for (let i = 0; i < 3; i++) result.quietMs.push(await signIn(url, OWNER))
  let left = guesses
  const attackers = ATTACKERS.map(async (source) => {
    const visit = visitor(url, source)
    const form = await openForm(visit)
    while (left-- > 0) {
      const login = left % 3 === 0 ? 'nobody' : 'ada'
      const { status } = await visit(form, { login, password: `guess ${left}` })
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
    }
  })
  const owner = (async () => {
    for (let i = 0; i < SIGN_INS; i++) result.busyMs.push(await signIn(url, OWNER))
  })()
  await Promise.all([...attackers, owner])
  return result
}

/** Milliseconds between sending the password and being let in. */
async function signIn(url: string, source: string): Promise<number> {
  const visit = visitor(url, source)
  const form = await openForm(visit)
  const started = performance.now()
  const { status, location } = await visit(form, { login: 'ada', password: PASSWORD })
  const ms = performance.now() - started
  if (status !== 303 || !location.includes('/oauth2/auth/')) {
    throw new Error(`the owner was answered ${status}`)
  }
  return ms
}

async function openForm(visit: ReturnType<typeof visitor>): Promise<string> {
  const asked = new URLSearchParams({
    client_id: 'spa',
    response_type: 'token',
    redirect_uri: 'https://client.example/back',
    scope: 'user_impersonation',
  })
  const { location } = await visit(`/oauth2/auth?${asked}`)
  const { body } = await visit(new URL(location, 'http://binnacle.example').pathname)
  const [, action] = /action="([^"]*sign-in)"/.exec(body) ?? []
  if (!action) throw new Error(`no form on:\n${body}`)
  return action
}

function visitor(url: string, localAddress: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress })
  const cookies = new Map<string, string>()
  return async (path: string, form?: Record<string, string>): Promise<Answer> => {
    const sent = request(`${url}${path}`, {
      agent,
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    })
    sent.end(form && new URLSearchParams(form).toString())
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    for (const line of response.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const { statusCode: status = 0, headers } = response
    return { status, body: await text(response), location: headers.location ?? '' }
  }
}

function report({ quietMs, busyMs, statuses }: Result, guesses: number): boolean {
  const count = (status: number) => statuses.get(status) ?? 0
  const others = [...statuses].filter(([status]) => status !== 401 && status !== 429)
  const slowest = Math.max(...busyMs)
  console.log(`GUESSES: ${guesses}`)
  console.log(`GUESSES ANSWERED WRONG: ${count(401)}`)
  console.log(`GUESSES TOLD TO WAIT: ${count(429)}`)
  console.log(`GUESSES LET IN OR FAILED: ${others.reduce((sum, [, n]) => sum + n, 0)}`)
  console.log(`OWNER, MEDIAN MS WHEN QUIET: ${Math.round(median(quietMs))}`)
  console.log(`OWNER, MEDIAN MS UNDER ATTACK: ${Math.round(median(busyMs))}`)
  console.log(`OWNER, SLOWEST MS UNDER ATTACK: ${Math.round(slowest)}`)
  return others.length === 0 && count(401) + count(429) === guesses && slowest < LONGEST_SIGN_IN_MS
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
