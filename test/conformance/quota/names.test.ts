import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../support/http/http.ts'
import type { Reader } from '../../support/http/service-health.ts'
import { quota } from '../management.ts'
import { unique } from '../world.ts'

const SUB_A = unique('sub-a')
const SPACED = unique('Contoso%20Tides')
const TIDES = unique('Contoso.Tides')

let ada: Reader
beforeAll(async () => {
  ada = await quota.addReader('ada')
  await quota.addSubscription(SUB_A, { [ada.id]: 'owner' })
})
const codeOf = ({ status, body }: Answer) => [status, body.error?.code]

test('several at once take no precondition on one of them', async () => {
  const list = await quota.send(ada, 'GET', quota.path(SUB_A, 'serviceLimits'))
  const etag = list.headers.get('etag') ?? ''
  const limits = { cores: 30, standardDFamily: 20 }
  const put = (headers: object) => quota.putMany(ada, SUB_A, limits, headers)
  expect(codeOf(await put({ 'If-Match': etag }))).toEqual([400, 'InvalidPrecondition'])
  expect(codeOf(await put({ 'If-None-Match': etag }))).toEqual([400, 'InvalidPrecondition'])
  expect((await put({ 'If-Match': '*' })).status).toBe(201)
})

test('a weak tag is as good as a strong one in If-None-Match alone', async () => {
  const target = quota.path(SUB_A, 'serviceLimits/standardDv2Family')
  const { headers } = await quota.send(ada, 'GET', target)
  const weak = `W/${headers.get('etag')}`
  for (const name of ['If-None-Match', 'If-Match']) {
    const answer = await quota.put(ada, SUB_A, 'standardDv2Family', 30, { [name]: weak })
    expect(codeOf(answer)).toEqual([412, 'PreconditionFailed'])
  }
})

test('the id of a limit can be asked for as it is, and is spelt as that of a request', async () => {
  const entry = { locations: ['East US'], resources: [{ name: 'big buoys', defaultLimit: 5 }] }
  await quota.callAsOperator('PUT', `/quota/providers/${SPACED}`, entry)
  const target = quota.path(SUB_A, '', SPACED).replace('eastus', 'East%20US')
  const { body } = await quota.send(ada, 'GET', `${target}serviceLimits`)
  const [{ id }] = body.value
  expect(id).toBe(`${target}serviceLimits/big%20buoys`)
  expect((await quota.send(ada, 'GET', id)).body.id).toBe(id)
  const request = await quota.send(ada, 'PUT', id, { properties: { limit: 6 } })
  expect(request.body.id.startsWith(`${target}serviceLimitsRequests/`)).toBe(true)
})

test('a name that no path can hold is refused', async () => {
  const entry = { locations: ['x'], resources: [{ name: 'r', defaultLimit: 1 }] }
  for (const name of ['%20a', 'a%2Fb', 'a%23', 'a'.repeat(101)]) {
    const answer = await quota.callAsOperator('PUT', `/quota/providers/${name}`, entry)
    expect(codeOf(answer)).toEqual([400, 'InvalidName'])
  }
})

test('the requests of a provider or place that is not there are 400; of one that has gone, told', async () => {
  const at = quota.path(SUB_A, 'serviceLimitsRequests')
  const unknown = at.replace('Microsoft.Compute', 'No.Such')
  expect(codeOf(await quota.send(ada, 'GET', unknown))).toEqual([400, 'InvalidResourceProvider'])
  const nowhere = at.replace('eastus', 'atlantis')
  expect(codeOf(await quota.send(ada, 'GET', nowhere))).toEqual([400, 'InvalidLocation'])
  const gone = at.replace('Microsoft.Compute', TIDES)
  const entry = { locations: ['eastus'], resources: [{ name: 'buoys', defaultLimit: 5 }] }
  await quota.callAsOperator('PUT', `/quota/providers/${TIDES}`, entry)
  expect((await quota.send(ada, 'GET', gone)).body.value).toEqual([])
  const target = gone.replace('Requests', '/buoys')
  await quota.send(ada, 'PUT', target, { properties: { limit: 6 } })
  await quota.callAsOperator('DELETE', `/quota/providers/${TIDES}`)
  expect((await quota.send(ada, 'GET', gone)).body.value).toHaveLength(1)
})
