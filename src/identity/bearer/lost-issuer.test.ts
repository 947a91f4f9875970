import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import {
  closeAfterwards,
  FOR_ACCOUNT,
  openIssuer,
  personOf,
  trust,
} from '../../../test/support/http/issuer.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { bootstrapOperator } from '../../areas/app-management/owners/actions.ts'
import { systemProductTime, systemRealTime } from '../../platform/time.ts'
import { makeSignInLink } from '../sign-in-link/actions.ts'

const issuer = await openIssuer()
closeAfterwards(issuer)
const database = useDatabase()
const trusting = useServer({
  databaseUrl: database.url,
  env: { TRUSTED_ISSUERS: JSON.stringify([trust(issuer)]) },
})
const without = useServer({ databaseUrl: database.url })

const actor = { kind: 'process', id: 'sign-in-link' } as const
const makeLinkFor = (name: string) =>
  makeSignInLink(database.db, { ...actor, at: systemRealTime() }, name)

test('without their issuer, people keep API tokens and get no link; the first operator gets one', async () => {
  const operator = { email: 'ada@example.com', name: 'ada', at: systemProductTime() }
  await bootstrapOperator(database.db, operator)
  const bearer = await issuer.sign({ ...personOf('grace'), ...FOR_ACCOUNT })
  const headers = { Authorization: `Bearer ${bearer}` }
  const input = { description: 'ci', scope: ['all'] }
  const { status, body } = await caller(trusting)(
    ...([undefined, 'POST', '/v0.1/api_tokens', input, headers] as const),
  )
  expect(status).toBe(201)
  const askWithout = (token?: string, more = {}) =>
    caller(without)(token, 'GET', '/v0.1/user', undefined, more)
  expect((await askWithout(undefined, headers)).status).toBe(401)
  expect((await askWithout(body.api_token)).status).toBe(200)
  await expect(makeLinkFor('grace')).rejects.toThrow(/grace/)
  expect(await makeLinkFor('ada')).toMatch(/^\S{20,}$/)
})
