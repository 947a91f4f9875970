import { expect, test } from 'vitest'
import { ApiError } from '../../../../client/api-error.ts'
import { runEach } from './run-each.ts'

const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const messages = (outcomes: Awaited<ReturnType<typeof runEach<string>>>) =>
  outcomes.map(({ row, error }) => [row, error?.message])

test('a failure stops no other row, and each has its outcome', async () => {
  const progress: number[] = []
  const run = async (row: string) => {
    if (row === 'b') throw new Error('Decided already.')
  }
  const outcomes = await runEach(rows, run, (done) => progress.push(done))
  expect(messages(outcomes)).toEqual(
    rows.map((row) => [row, row === 'b' ? 'Decided already.' : undefined]),
  )
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('no more are tried once somebody does not give a second factor', async () => {
  const run = () => Promise.reject(new ApiError(401, 'NotConfirmed', 'Not confirmed.'))
  const outcomes = messages(await runEach(rows, run, () => undefined))
  expect(outcomes[0]).toEqual(['a', 'Not confirmed.'])
  expect(outcomes.at(-1)).toEqual(['h', 'Not attempted, because you did not confirm.'])
})
