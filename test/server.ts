import { once } from 'node:events'
import { createConnection } from 'node:net'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildServer, jobHandlers } from '../src/app.ts'
import { type LastUsed, trackLastUsed } from '../src/identity/last-used.ts'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { connect, type Db } from '../src/platform/db/connect.ts'
import { openSharedReads, type SharedReads } from '../src/platform/db/shared-read.ts'
import { type Jobs, openJobs, workOnJobs } from '../src/platform/jobs.ts'
import { openLog } from '../src/platform/log.ts'
import { type Metrics, makeMetrics } from '../src/platform/metrics.ts'
import type { Seal } from '../src/platform/seal.ts'
import { findTokenValues } from './token-values.ts'

type Options = {
  databaseUrl: string
  env?: Record<string, string>
  clock?: Clock
  seal?: Seal
  portalFolder?: string
  /** A free one unless named: a browser must find the server where its settings say it is. */
  port?: number
  /** Whether it also does what happens after a request was answered. */
  runsJobs?: boolean
  /** Adds what only the test needs, before the server starts. */
  prepare?: (app: FastifyInstance) => void
}

export type TestServer = {
  readonly app: FastifyInstance
  readonly url: string
  readonly lastUsed: LastUsed
  readonly metrics: Metrics
  readonly logLines: string[]
  /** How many keys each shared read asked for. */
  readonly batches: number[]
  retries: number
  /** What a process does every minute. */
  readonly tidy: () => Promise<void>
}

/** The real server on a real port, with its log kept at the finest level. Options are read when it starts. */
export function useServer(options: Options): TestServer {
  const { env = {}, clock = systemClock } = options
  let app: FastifyInstance
  let reads: SharedReads
  let db: Db
  let lastUsed: LastUsed
  let jobs: Jobs
  let tidy: () => Promise<void>
  let work: { stop: () => Promise<void> } | undefined
  const logLines: string[] = []
  const batches: number[] = []
  const metrics = makeMetrics()
  const server = {
    metrics,
    logLines,
    batches,
    retries: 0,
    url: '',
    get app() {
      return app
    },
    tidy: () => tidy(),
    get lastUsed() {
      return lastUsed
    },
  }
  beforeAll(async () => {
    reads = openSharedReads(options.databaseUrl, {
      onBatch: (_read, keys) => void batches.push(keys),
      onRetry: () => void server.retries++,
    })
    db = connect(options.databaseUrl)
    lastUsed = trackLastUsed(db)
    jobs = await openJobs(db, (error) => void logLines.push(String(error)))
    const log = openLog('trace', {
      write: (line) => void logLines.push(line),
    })
    const config = readConfig({ DATABASE_URL: options.databaseUrl, ...env })
    const built = await buildServer({
      config,
      db,
      seal: options.seal,
      portalFolder: options.portalFolder,
      reads,
      jobs,
      lastUsed,
      clock,
      log,
      metrics,
      isReady: () => true,
    })
    app = built.app
    tidy = built.tidy
    options.prepare?.(app)
    if (options.runsJobs) {
      const engine = { config, db, jobs, seal: options.seal, clock, log }
      work = await workOnJobs(options.databaseUrl, jobHandlers(engine), {
        onError: (error) => void logLines.push(String(error)),
        onFailure: (name, error) => void logLines.push(`${name} ${error}`),
      })
    }
    server.url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  })
  afterAll(async () => {
    await app.close()
    await work?.stop()
    await jobs.stop()
    await reads.close()
    await db.destroy()
  })
  return server
}

/** Sends bytes as they are and reads until the server hangs up: what no HTTP client would send. */
export async function sendRaw(url: string, request: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  socket.pipe(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    }),
  )
  socket.write(request)
  await once(socket, 'close')
  const answer = Buffer.concat(chunks).toString('utf8')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  if (findTokenValues(Number(head.split(' ')[1]), head, body).length > 0) {
    throw new Error(`an answer holds a token value: ${head}`)
  }
  return answer
}
