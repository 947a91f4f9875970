import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProgram } from '../../cli/program.ts'
import type { Io } from '../../cli/terminal/io.ts'
import { watch } from '../../cli/terminal/watch.ts'
import { ApiError } from '../../client/api-error.ts'
import type { Reader } from '../support/http/service-health.ts'
import { useCli } from './stage.ts'

const SEEN_WITHIN_MS = 20_000

const { url, quota } = await useCli()
const home = mkdtempSync(join(tmpdir(), 'binnacle-watch-'))
afterAll(() => rmSync(home, { recursive: true }))

let rita: Reader
beforeAll(async () => {
  await quota.addOperator()
  rita = await quota.addReader('rita')
  await quota.addSubscription('sub-w', { [rita.id]: 'reader' })
})

function captureIo() {
  const printed: string[] = []
  const io: Io = {
    out: (text) => void printed.push(text),
    printStatus: () => undefined,
    isTerminal: false,
    columns: 100,
    stderrIsTty: false,
    stderrColumns: 100,
    hasColours: false,
    isInteractive: false,
    readInput: async () => '',
    ask: async () => undefined,
    askSecret: async () => undefined,
  }
  return { io, text: () => printed.join('') }
}

/** As Ctrl-C, for the command alone. */
const interrupt = () => process.listeners('SIGINT').at(-1)?.('SIGINT')

const publish = (title: string) =>
  quota.callAsOperator('POST', '/events', {
    audience: { kind: 'everyone' },
    eventType: 'ServiceIssue',
    properties: { title },
  })

test('what somebody else publishes is printed within 20 s', { timeout: 60_000 }, async () => {
  await publish('Before')
  const { io, text } = captureIo()
  const env = { HOME: home, BINNACLE_URL: url, BINNACLE_TOKEN: rita.bearer }
  const ended = buildProgram({ env, io, version: 'x' })
    .parseAsync(['events', 'watch', '--subscription', 'sub-w'], { from: 'user' })
    .catch((error: Error) => error.message)
  await expect.poll(text).toContain('Before')
  await publish('Meanwhile')
  const publishedAt = performance.now()
  await expect.poll(text, { timeout: SEEN_WITHIN_MS, interval: 100 }).toContain('Meanwhile')
  console.log(`events watch: shown after ${Math.round(performance.now() - publishedAt)} ms`)
  interrupt()
  await ended
})

test('a server that is busy is not asked before it wants to be', async () => {
  const looks: number[] = []
  await watch(captureIo().io, {
    pauseS: 1,
    waiting: 'Waiting',
    async check() {
      looks.push(performance.now())
      if (looks.length > 1) return true
      throw new ApiError(429, 'TooManyRequests', 'Later.', undefined, undefined, 3)
    },
  })
  const [first = 0, second = 0] = looks
  expect(second - first).toBeGreaterThanOrEqual(2990)
})
