import { expect, test } from 'vitest'
import { signer } from '../../../../test/support/http/signer.ts'
import { useOffboardingStage } from '../../../../test/support/server/offboarding-stage.ts'

const stage = useOffboardingStage()
const { asBearer, callAsOperator } = stage

test('a client has two secrets while one is replaced; no token ends with the previous one', async () => {
  const client = { id: 'shift', display_name: 'Shift', flows: ['client-credentials'] }
  const former = (await callAsOperator('POST', '/clients', client)).body.client_secret as string
  const getToken = (secret: string) =>
    signer(stage.origin, [stage.server.url]).service('shift', secret)
  const added = await callAsOperator('POST', '/clients/shift/secrets')
  const next = added.body.client_secret as string
  expect(added.body.client).toMatchObject({ has_previous_secret: true })
  const bearers = [await getToken(former), await getToken(next)]
  expect(bearers).toEqual([expect.any(String), expect.any(String)])
  expect(await getToken(`${former}${next}`)).toBeUndefined()
  expect((await callAsOperator('DELETE', '/clients/shift/secrets/previous')).status).toBe(204)
  expect([await getToken(former), await getToken(next)]).toEqual([undefined, expect.any(String)])
  const path =
    '/subscriptions/none/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'
  for (const bearer of bearers) {
    // Authenticated, with no role there.
    expect((await asBearer(bearer ?? '', 'GET', path)).status).toBe(404)
  }
  // A new secret that ends all others ends both.
  await callAsOperator('POST', '/clients/shift/secrets')
  const { body } = await callAsOperator('POST', '/clients/shift/secret')
  expect(body.client).toMatchObject({ has_previous_secret: false })
  expect(await getToken(next)).toBeUndefined()
  expect(await getToken(body.client_secret)).toEqual(expect.any(String))
  expect((await asBearer(bearers[1] ?? '', 'GET', path)).status).toBe(401)
})
