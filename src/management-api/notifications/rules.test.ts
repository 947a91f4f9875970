import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { systemRealTime } from '../../platform/time.ts'
import { judgeFailure, LONGEST_FAILING_S, maskAddress, PAUSES_S } from './rules.ts'

const SECONDS = { second: 1, minute: 60, hour: 3600 } as const
const now = systemRealTime()
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const judge = (failureCount: number, failedFor: number, status: number | null = 500) =>
  judgeFailure({ failureCount, failingSince: ago(failedFor), form: 'webhook' }, status, now, 1)

describe('after a failed attempt', () => {
  test('the pauses are those that the guide lists', () => {
    const guide = readFileSync('docs/guides/notifications.md', 'utf8').replaceAll(/\s+/g, ' ')
    const [, ladder = ''] =
      /repeated under the same id after (.*? then every \d+ hours)/.exec(guide) ?? []
    const pauses = [...ladder.matchAll(/(\d+) (second|minute|hour)s?/g)].map(
      ([, count, unit]) => Number(count) * SECONDS[unit as keyof typeof SECONDS],
    )
    expect(pauses).toEqual(PAUSES_S)
    expect(pauses.map((_, failures) => judge(failures, 1))).toEqual(
      pauses.map((seconds) => ({ pauseMs: seconds * 1000 })),
    )
    expect(judge(50, 1)).toEqual({ pauseMs: (pauses.at(-1) ?? 0) * 1000 })
  })

  test('a destination is turned off after three days, and not a second before', () => {
    expect(LONGEST_FAILING_S).toBe(3 * 86_400)
    expect(judge(20, LONGEST_FAILING_S - 1)).toHaveProperty('pauseMs')
    expect(judge(20, LONGEST_FAILING_S)).toEqual({ off: 'failing' })
    expect(judge(20, LONGEST_FAILING_S, null)).toEqual({ off: 'failing' })
    expect(judge(0, 0, 410)).toEqual({ off: 'gone' })
  })

  test('a mail server that cannot be reached turns no e-mail off, and one that refuses does', () => {
    const mail = {
      failureCount: 20,
      failingSince: ago(LONGEST_FAILING_S + 1),
      form: 'email',
    } as const
    expect(judgeFailure(mail, null, now, 1)).toHaveProperty('pauseMs')
    expect(judgeFailure(mail, 550, now, 1)).toEqual({ off: 'failing' })
  })
})

describe('an address is shown', () => {
  test.each([
    ['https://a.example/hook?code=secret&x=1#part', 'https://a.example/hook?code=***&x=***'],
    ['https://a.example/hook?SECRET', 'https://a.example/hook?***'],
    ['https://a.example/hook?SECRET&code=1', 'https://a.example/hook?***&code=***'],
    ['https://a.example/hook?c2VjcmV0c2VjcmV0==', 'https://a.example/hook?***=***'],
    [
      'https://a.example/integration/9b1deb4d3b7d4bad/enqueue',
      'https://a.example/integration/***/enqueue',
    ],
    ['https://a.example/only-letters-of-a-key', 'https://a.example/***'],
    ['https://a.example/a1b2c3d4e5f6', 'https://a.example/***'],
    ['https://a.example/a1b2c3d4e5f', 'https://a.example/a1b2c3d4e5f'],
    ['https://a.example/v2/notifications', 'https://a.example/v2/notifications'],
    ['https://a.example/', 'https://a.example/'],
  ])('%s as %s', (address, shown) => expect(maskAddress('webhook', address)).toBe(shown))

  test.each(['slack', 'teams'] as const)('of %s with shorter parts of its path', (kind) => {
    const address = 'https://a.example/services/T00000000/B0000000/secret'
    expect(maskAddress(kind, address)).toBe('https://a.example/services/***/B0000000/secret')
  })

  test('of e-mail with its first letter', () => {
    expect(maskAddress('email', 'ada@example.com')).toBe('a***@example.com')
  })
})
