import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { PROGRAM } from '../../test/support/processes/program.ts'
import { withInstallation } from '../installation.ts'
import { type LogOutput, OUTPUTS } from './log-outputs.ts'
import { openRequests } from './open-loop.ts'

const MAX_START_MS = 120_000
const MAX_STOP_MS = 15_000
/** A node keeps 8 MB of lines in memory before it drops any. */
const MAX_FILL_MS = 240_000
const IN_TURN = 64
const DROPPED = /^binnacle_log_lines_dropped_total (\d+)/m

/** The log cannot be written: requests and probes go on, lines are dropped and counted, the process starts and stops. */
export async function proveLogTrouble(): Promise<boolean> {
  const faults: string[] = []
  for (const [name, open] of Object.entries(OUTPUTS)) {
    const output = open()
    try {
      faults.push(...(await withInstallation(({ env }) => tryOutput(name, output, env))))
    } finally {
      output.close()
    }
  }
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length === 0
}

async function tryOutput(
  name: string,
  { descriptor }: LogOutput,
  env: Record<string, string>,
): Promise<string[]> {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const ports = { PORT: `${port}`, METRICS_ADDRESS: `127.0.0.1:${metricsPort}`, DRAIN_SECONDS: '0' }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { PATH: process.env.PATH ?? '', RATE_LIMITS: 'false', ...env, ...ports },
    stdio: ['ignore', descriptor, descriptor],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const url = `http://127.0.0.1:${port}`
  try {
    if (!(await isUp(url))) return [`${name}: the process does not start`]
    const { sent, wrong, dropped } = await fill(url, `http://127.0.0.1:${metricsPort}/metrics`)
    const isReady = await isOk(`${url}/readyz`)
    child.kill('SIGTERM')
    const [code] = await Promise.race([ended, delay(MAX_STOP_MS).then(() => ['too late'] as const)])
    console.log(`${name}: ${sent} requests, ${dropped} lines dropped, exit code ${code}`)
    return [
      ...(wrong > 0 ? [`${name}: ${wrong} requests were not answered as usual`] : []),
      ...(isReady ? [] : [`${name}: the probe is not answered`]),
      ...(dropped > 0 ? [] : [`${name}: no line was dropped`]),
      ...(code === 0 ? [] : [`${name}: ended with ${code}`]),
    ]
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/** Requests until lines are dropped, and as many again. */
async function fill(url: string, metricsUrl: string) {
  const { host } = new URL(url)
  const requests = openRequests(url)
  const text = `GET /v0.1/user HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  let sent = 0
  let wrong = 0
  let dropped = 0
  for (const until = performance.now() + MAX_FILL_MS; performance.now() < until; ) {
    const replies = await requests.sendInTurn([text], IN_TURN, 1000)
    sent += replies.length
    wrong += replies.filter(({ status }) => status !== 401).length
    const isSecond = dropped > 0
    dropped = Number(DROPPED.exec(await readText(metricsUrl))?.[1] ?? 0)
    if (isSecond) break
  }
  requests.close()
  return { sent, wrong, dropped }
}

const readText = async (url: string) => (await fetch(url)).text()

const isOk = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

async function isUp(url: string): Promise<boolean> {
  for (const until = performance.now() + MAX_START_MS; performance.now() < until; ) {
    if (await isOk(`${url}/livez`)) return true
    await delay(100)
  }
  return false
}
