import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { type Binnacle, startBinnacle } from '../bin/emulator.ts'

const PROGRAM = new URL('../bin/emulator.ts', import.meta.url).href
const ROUNDS = 20
const FILES = 20
const SNAPSHOT_MS = 200
const CLONE_MS = 400
const FILES_MS = 60_000
const START = { startTimeoutMs: 240_000 }

/** How long instances and snapshots take, and that nothing is left of them. `factor`: for a busy machine. */
export async function proveInstances(factor: number): Promise<boolean> {
  await using binnacle = await startBinnacle(START)
  const snapshots = await measureSnapshots(binnacle)
  return [
    judge('snapshot', median(snapshots.map(({ take }) => take)), SNAPSHOT_MS * factor),
    judge('restore', median(snapshots.map(({ restore }) => restore)), SNAPSHOT_MS * factor),
    judge('another instance', median(await measureClones(binnacle)), CLONE_MS * factor),
    judge(`${FILES} test files in parallel`, await runFiles(), FILES_MS * factor),
    await leavesNothingWhenKilled(),
  ].every(Boolean)
}

function judge(what: string, ms: number, most: number): boolean {
  console.log(`${what}: ${Math.round(ms)} ms (at most ${most} ms)`)
  return ms <= most
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY

async function measure(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

async function measureSnapshots({ snapshots }: Binnacle) {
  const times: { take: number; restore: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const take = await measure(() => snapshots.take('measured'))
    const restore = await measure(() => snapshots.restore('measured'))
    await snapshots.remove('measured')
    times.push({ take, restore })
  }
  return times
}

/** Until it has answered a request. The first one also makes the template. */
async function measureClones(binnacle: Binnacle): Promise<number[]> {
  const times: number[] = []
  await (await binnacle.clone()).stop()
  for (let round = 0; round < ROUNDS; round++) {
    let clone: Binnacle | undefined
    times.push(
      await measure(async () => {
        clone = await binnacle.clone()
        await fetch(`${clone.httpUrl}/livez`)
      }),
    )
    await clone?.stop()
  }
  return times
}

/** A runner, which starts an emulator, and test files, each of which clones it. */
function writeFiles(folder: string): string {
  for (let number = 0; number < FILES; number++) {
    writeFileSync(
      join(folder, `apps-${number}.test.mjs`),
      `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cloneBinnacle } from ${JSON.stringify(PROGRAM)}
test('an app is created once', async () => {
  await using binnacle = await cloneBinnacle(process.env)
  const { httpUrl, settings } = binnacle
  const headers = { 'x-api-token': settings.BINNACLE_TOKEN, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'only-here', display_name: 'Only here', os: 'Linux', platform: 'Custom' })
  const create = () => fetch(httpUrl + '/v0.1/apps', { method: 'POST', headers, body })
  assert.equal((await create()).status, 201)
  assert.equal((await create()).status, 409)
  await binnacle.reset()
  assert.equal((await create()).status, 201)
})
`,
    )
  }
  const runner = join(folder, 'run.mjs')
  writeFileSync(
    runner,
    `import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { startBinnacle } from ${JSON.stringify(PROGRAM)}
const { settings, stop } = await startBinnacle({ startTimeoutMs: 240_000 })
console.log(settings.SECRET_KEY_FILE)
if (process.argv[2] === 'wait') await new Promise((resolve) => setTimeout(resolve, 600_000))
const files = globSync(import.meta.dirname + '/*.test.mjs')
const args = ['--test', '--test-concurrency=${FILES}', ...files]
const { status } = spawnSync(process.execPath, args, { env: { ...process.env, ...settings }, stdio: ['ignore', 2, 2] })
await stop()
process.exitCode = status
`,
  )
  return runner
}

type Run = Readonly<{ data: string; end: Promise<number | null>; kill: () => void }>

async function start(runner: string, ...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, [runner, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const end = once(child, 'exit').then(([code]) => code as number | null)
  const [file] = await once(createInterface({ input: child.stdout }), 'line')
  return { data: dirname(String(file)), end, kill: () => child.kill('SIGKILL') }
}

async function runFiles(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-instances-'))
  try {
    let code: number | null = null
    let data = ''
    const ms = await measure(async () => {
      const run = await start(writeFiles(folder))
      data = run.data
      code = await run.end
    })
    if (code !== 0) throw new Error(`the test files ended with ${code}`)
    if (!(await isGone(data))) throw new Error(`something is left in ${data}`)
    return ms
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function leavesNothingWhenKilled(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-instances-'))
  try {
    const run = await start(writeFiles(folder), 'wait')
    run.kill()
    await run.end
    const holds = await isGone(run.data)
    console.log(`after kill -9 of the runner, ${holds ? 'nothing' : 'something'} is left`)
    return holds
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The folder, and every process that has it in its arguments: PostgreSQL and its guard. */
async function isGone(data: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    if (!existsSync(data) && !processes.includes(data)) return true
    await delay(200)
  }
  return false
}
