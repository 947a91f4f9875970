import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const OUTPUT = new URL('./log-output.ts', import.meta.url).href

/** Writes 12 MB of lines in turns, then ends; on stderr: how many were dropped, how long a turn took at most. */
const PROGRAM = `
const { openLogOutput } = await import('${OUTPUT}')
let dropped = 0
if (process.env.USER_ID) {
  process.setgid(Number(process.env.USER_ID))
  process.setuid(Number(process.env.USER_ID))
}
const output = openLogOutput(1, (lines) => { dropped += lines })
const line = 'x'.repeat(119) + '\\n'
let longest = 0
for (let turn = 0; turn < 1000; turn++) {
  const startedAt = performance.now()
  for (let n = 0; n < 100; n++) output.write(line)
  await new Promise((resolve) => setImmediate(resolve))
  longest = Math.max(longest, performance.now() - startedAt)
}
await output.close()
process.stderr.write(JSON.stringify({ dropped, longest }))
process.exit(0)
`

type Ended = Readonly<{ code: number | null; dropped: number; longest: number }>

async function run(
  stdout: 'pipe' | number,
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; ended: Promise<Ended> }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', stdout, 'pipe'],
    env: { ...process.env, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stderr?.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code, ...JSON.parse(text) }))
  return { child, ended }
}

/** A pipe with a reader that does not read. */
function openFifo(): number {
  const file = join(mkdtempSync(join(tmpdir(), 'binnacle-log-')), 'pipe')
  execFileSync('mkfifo', [file])
  const reader = openSync(file, constants.O_RDWR)
  onTestFinished(() => closeSync(reader))
  return openSync(file, 'w')
}

describe('a log that cannot be written', () => {
  test.each([
    // What Node calls a pipe is a socket.
    ['socket', 'pipe' as const],
    ['pipe', 'fifo' as const],
  ])(
    'nobody reads its %s: lines are dropped and counted, the process goes on and ends',
    async (_kind, stdout) => {
      const { child, ended } = await run(stdout === 'fifo' ? openFifo() : stdout)
      expect(await once(child, 'exit')).toEqual([0, null])
      child.stdout?.resume()
      const { dropped, longest } = await ended
      expect(dropped).toBeGreaterThan(10_000)
      expect(longest).toBeLessThan(10_000)
    },
  )

  test('the disk is full', async () => {
    const { ended } = await run(openSync('/dev/full', 'w'))
    expect(await ended).toMatchObject({ code: 0, dropped: expect.any(Number) })
    expect((await ended).dropped).toBeGreaterThan(10_000)
  })
})

test('a file gets every line, whole and in order', async () => {
  const file = join(tmpdir(), `binnacle-log-${process.pid}`)
  const { ended } = await run(openSync(file, 'w'))
  expect(await ended).toMatchObject({ code: 0, dropped: 0 })
  const lines = readFileSync(file, 'utf8').split('\n')
  expect(lines).toHaveLength(100_001)
  expect(new Set(lines)).toEqual(new Set(['x'.repeat(119), '']))
})

test('a pipe of another user, which can be written and not opened, gets the lines', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'binnacle-log-')), 'pipe')
  execFileSync('mkfifo', ['-m', '600', file])
  const reader = spawn('wc', ['-l', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void reader.kill('SIGKILL'))
  let count = ''
  reader.stdout.on('data', (chunk) => (count += chunk))
  const readerEnded = once(reader, 'close')
  const pipe = openSync(file, 'w')
  // Only root can become another user; for others the pipe is their own.
  const { ended } = await run(pipe, process.getuid?.() === 0 ? { USER_ID: '65534' } : {})
  closeSync(pipe)
  const { code, dropped } = await ended
  await readerEnded
  expect(code).toBe(0)
  expect(Number.parseInt(count, 10)).toBe(100_000 - dropped)
})
