import { expect, test } from 'vitest'
import { ApiError } from '../../../../../client/api-error.ts'
import type { ApiToken } from '../queries.ts'
import { revokeEach } from './revocation.ts'

const tokens = Array.from({ length: 10 }, (_, n) => ({ id: `t${n}` }) as ApiToken)
const ids = (some: readonly ApiToken[]) => some.map(({ id }) => id).sort()
const steps = { onProgress: () => undefined, isStopped: () => false }

test('each token is asked for once, whatever becomes of the others', async () => {
  const asked: string[] = []
  const done: number[] = []
  const { revoked, failures } = await revokeEach(tokens, {
    ...steps,
    async revoke({ id }) {
      asked.push(id)
      if (id === 't3') throw new ApiError(503, 'x', 'away')
      if (id === 't5') throw new ApiError(404, 'NotFound', 'gone already')
    },
    onProgress: (count) => done.push(count),
  })
  expect(asked.sort()).toEqual(ids(tokens))
  expect(failures.map(({ token }) => token.id)).toEqual(['t3'])
  expect(revoked).toHaveLength(9)
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('stopped, it sends nothing more and tells what is done', async () => {
  let isStopped = false
  const { revoked, failures } = await revokeEach(tokens, {
    ...steps,
    async revoke() {
      // By then each of the concurrent workers has sent its first request.
      await Promise.resolve()
      isStopped = true
    },
    isStopped: () => isStopped,
  })
  expect([revoked.length, failures.length]).toEqual([4, 0])
})
