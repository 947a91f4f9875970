import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function lineOf(err: unknown): { err: Record<string, unknown> } {
  const lines: string[] = []
  openLog('info', { write: (line) => void lines.push(line) }).info({ err }, 'failed')
  return JSON.parse(lines.join(''))
}

test('a copy of an error is logged with its message and code', () => {
  const copy = { ...new Error('gone'), message: 'gone', code: '57P01', queue: 'quota.decide' }
  expect(lineOf(copy).err).toEqual({ type: 'Object', message: 'gone', code: '57P01' })
})

test('a copy of an error that quotes data is logged without it', () => {
  const copy = { message: 'duplicate key ada@example.com', code: '23505' }
  expect(JSON.stringify(lineOf(copy))).not.toContain('ada')
})

test('what has no message is not logged', () => {
  expect(lineOf('ada@example.com').err).toEqual({
    type: 'string',
    message: 'thrown value is not an Error',
  })
})
