import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listOlder } from '../../scripts/nightly/older.ts'
import { PARTS } from '../../scripts/nightly/parts.ts'
import { recordResult } from '../../scripts/nightly/record.ts'
import { type Result, runParts } from '../../scripts/nightly/run-parts.ts'
import { GATE, NIGHTLY, WALKS } from '../../vitest.config.ts'

const HOUR_MS = 3_600_000
const node = (script: string, minutes = 10) => ({
  command: [process.execPath, '-e', script],
  minutes,
  proves: [],
})
const run = (parts: Parameters<typeof runParts>[0], totalMs = HOUR_MS) =>
  runParts(parts, totalMs, () => undefined)

test('what the gate or the night runs is there, and in one of them', () => {
  const lists = [GATE, NIGHTLY, WALKS].map((patterns) => patterns.map((one) => globSync(one)))
  expect(lists.flat().filter((files) => files.length === 0)).toEqual([])
  const [gate, nightly] = lists
  expect(gate?.flat().filter((file) => nightly?.flat().includes(file))).toEqual([])
})

describe('a nightly run', () => {
  test('no part may take longer than 95 minutes, and what each proves is there', () => {
    for (const { minutes } of Object.values(PARTS)) expect(minutes).toBeLessThanOrEqual(95)
    const proven = Object.values(PARTS).flatMap(({ proves }) => proves)
    expect(proven.filter((path) => !existsSync(path))).toEqual([])
  })

  test('keeps the last lines of a part, and goes on after one that failed', async () => {
    const results = await run({
      first: node('for (let n = 1; n <= 20; n++) console.log(n); process.exitCode = 3'),
      second: node('console.log(process.env.LONG)'),
    })
    expect(results).toMatchObject([
      { name: 'first', outcome: 'FAILED', lines: Array.from({ length: 16 }, (_, n) => `${n + 5}`) },
      { name: 'second', outcome: 'passed', lines: ['true'] },
    ])
  })

  test('a part that takes longer than its limit is ended, with what it started', async () => {
    const command = ['sh', '-c', 'sleep 600 & echo $!; wait']
    const [result] = await run({ endless: { command, minutes: 3 / 60, proves: [] } })
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

test('a record is old if its files have changed since, it failed, or there is none', () => {
  const head = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const parts = { one: { command: [], minutes: 1, proves: ['LICENSE'] } }
  const list = (heading: string) =>
    listOlder(parts, `# Record\n\n## ${heading}, 2026-01-02T03:04Z\n`)
  expect(list(`one: passed in 3 s, ${head}`)).toEqual([])
  expect(list(`one: FAILED in 3 s, ${head}`)).toHaveLength(1)
  // The tree without a file, which every repository knows.
  const nothing = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
  expect(list(`one: passed in 3 s, ${nothing}`)).toEqual([
    `one: passed at ${nothing}, 2026-01-02T03:04Z; 1 files changed since`,
  ])
  expect(list('one: passed in 3 s, fedcba9')[0]).toContain('is not in this clone')
  expect(list(`other: passed in 3 s, ${head}`)).toEqual(['one: not recorded'])
})
