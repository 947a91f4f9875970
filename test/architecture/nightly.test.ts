import { describe, expect, test } from 'vitest'
import { PROOFS } from '../../proof/proofs.ts'
import { PARTS } from '../../scripts/nightly/parts.ts'
import { recordResult } from '../../scripts/nightly/record.ts'
import { type Result, runParts } from '../../scripts/nightly/run-parts.ts'

const HOUR_MS = 3_600_000
const node = (script: string, minutes = 10) => ({
  command: [process.execPath, '-e', script],
  minutes,
})
const run = (parts: Parameters<typeof runParts>[0], totalMs = HOUR_MS) =>
  runParts(parts, totalMs, () => undefined)

describe('a nightly run', () => {
  test('has a part for every proof, and no part may take longer than an hour', () => {
    expect(Object.keys(PARTS)).toEqual(
      expect.arrayContaining(Object.keys(PROOFS).map((name) => `proof-${name}`)),
    )
    for (const { minutes } of Object.values(PARTS)) expect(minutes).toBeLessThanOrEqual(60)
  })

  test('keeps the last lines of a part, and goes on after one that failed', async () => {
    const results = await run({
      first: node('for (let n = 1; n <= 9; n++) console.log(n); process.exitCode = 3'),
      second: node('console.log(process.env.LONG)'),
    })
    expect(results).toMatchObject([
      { name: 'first', outcome: 'FAILED', lines: ['4', '5', '6', '7', '8', '9'] },
      { name: 'second', outcome: 'passed', lines: ['true'] },
    ])
  })

  test('a part that takes longer than its limit is ended, with what it started', async () => {
    const command = ['sh', '-c', 'sleep 600 & echo $!; wait']
    const [result] = await run({ endless: { command, minutes: 3 / 60 } })
    expect(result).toMatchObject({ outcome: 'FAILED: time limit', lines: [expect.any(String)] })
    await expect.poll(() => isRunning(Number(result?.lines[0])), { timeout: 20_000 }).toBe(false)
  })

  test('the limit of the whole run holds for its parts', async () => {
    const parts = { endless: node('setInterval(() => undefined, 1000)'), late: node('') }
    expect((await run(parts, 1000)).map(({ outcome }) => outcome)).toEqual([
      'FAILED: time limit',
      'FAILED: not started',
    ])
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the record holds one result of each part, with its commit and date', () => {
  const result: Result = { name: 'proof-a', outcome: 'passed', seconds: 3, lines: ['PASS a (3 s)'] }
  const old = { commit: '0000000', when: new Date('2026-01-02T03:04:05Z') }
  const first = recordResult(undefined, { ...result, lines: ['FAIL a'] }, old)
  const second = recordResult(first, { ...result, name: 'proof-ab' }, old)
  const third = recordResult(second, result, {
    commit: '1234567',
    when: new Date('2026-01-03T03:04:05Z'),
  })
  expect(third).toBe(
    [
      '# What the nightly parts printed last\n\nWritten by `npm run nightly`.',
      '## proof-ab: passed in 3 s, 0000000, 2026-01-02T03:04Z\n\n```\nPASS a (3 s)\n```',
      '## proof-a: passed in 3 s, 1234567, 2026-01-03T03:04Z\n\n```\nPASS a (3 s)\n```\n',
    ].join('\n\n'),
  )
})
