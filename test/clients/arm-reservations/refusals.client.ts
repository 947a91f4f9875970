import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { openProvider, type Provider } from '../../support/http/provider.ts'
import {
  type Client,
  COMPUTE,
  collect,
  errorOf,
  useInstallation,
  VERSIONS,
} from './installation.ts'

const LEARNING = 'Microsoft.MachineLearningServices'
const NOBODY = '00000000-0000-7000-8000-000000000000'
const input = (limit: number, more: object = {}) => ({ properties: { limit, ...more } })

let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => provider.close())
const { quota, open, addSubscription } = useInstallation(useDatabase(), () => ({
  OUTGOING_EXCEPTIONS: `providers=${provider.host}`,
}))
let sub: string
beforeAll(async () => {
  sub = await addSubscription()
  const { url } = provider
  expect(
    (await quota.callAsOperator('PUT', `/quota/providers/${LEARNING}/endpoint`, { url })).status,
  ).toBe(200)
})

type Try = (client: Client) => Promise<unknown>
const REFUSALS: readonly (readonly [string, number, string, string, Try])[] = [
  [
    'a request that is not there',
    404,
    'QuotaRequestNotFound',
    `The quota request ${NOBODY} does not exist`,
    ({ quotaRequestStatus }) => quotaRequestStatus.get(sub, COMPUTE, 'eastus', NOBODY),
  ],
  [
    'a subscription without a role',
    404,
    'SubscriptionNotFound',
    'do not have a role on it',
    ({ quota: limits }) => limits.get('sub-z', COMPUTE, 'eastus', 'cores'),
  ],
  [
    'a provider without quota',
    400,
    'InvalidResourceProvider',
    `resource providers: ${COMPUTE}`,
    ({ quota: limits }) => limits.get(sub, 'Microsoft.Kitchen', 'eastus', 'cores'),
  ],
  [
    'a location without quota',
    400,
    'InvalidLocation',
    'The location moon is not available',
    ({ quota: limits }) => limits.get(sub, COMPUTE, 'moon', 'cores'),
  ],
  [
    'a resource that is not there',
    400,
    'InvalidResourceName',
    'has no resource named warpCores',
    ({ quota: limits }) => limits.beginUpdateAndWait(sub, COMPUTE, 'eastus', 'warpCores', input(1)),
  ],
  [
    'another unit',
    400,
    'InvalidUnit',
    'has the unit Count, not Dozens',
    ({ quota: limits }) =>
      limits.beginCreateOrUpdateAndWait(
        sub,
        COMPUTE,
        'eastus',
        'cores',
        input(30, { unit: 'Dozens' }),
      ),
  ],
]

describe.each(VERSIONS)('the errors of version %s carry our code and message', (version) => {
  test.each(REFUSALS)('%s', async (_what, statusCode, code, message, attempt) => {
    await expectRefused(attempt(open(version)), statusCode, code, message)
  })

  test('a list that is refused; of that, version 10 has a sentence of its own', async () => {
    const { quotaRequestStatus } = open(version)
    const asked = quotaRequestStatus.list(sub, COMPUTE, 'eastus', { filter: 'colour eq red' })
    const message = version === '10' ? 'unexpected statusCode 400' : 'position 1'
    await expectRefused(collect(asked), 400, 'InvalidODataQueryOptions', message)
  })

  test('a reader who asks for more', async () => {
    const { quota: limits } = open(version, 'guest')
    const asked = limits.beginCreateOrUpdateAndWait(sub, COMPUTE, 'eastus', 'cores', input(30))
    await expectRefused(asked, 403, 'AuthorizationFailed', 'You need the owner or contributor role')
  })

  test('a bearer that is none', async () => {
    const expiresOnTimestamp = Date.now() + 3_600_000
    const credential = { getToken: async () => ({ token: 'nonsense', expiresOnTimestamp }) }
    const { quota: limits } = open(version, 'robot', credential)
    const asked = limits.get(sub, COMPUTE, 'eastus', 'cores')
    await expectRefused(asked, 401, 'InvalidAuthenticationToken', '')
  })

  test('a request that was already sent to the provider; then what the provider says', async () => {
    const own = await addSubscription()
    const { quota: limits } = open(version)
    const ask = (limit: number) =>
      limits.beginCreateOrUpdateAndWait(
        own,
        LEARNING,
        'eastus',
        'TotalLowPriorityCores',
        input(limit),
      )
    const called = Promise.withResolvers<(status: number, body: object) => void>()
    provider.answerWith((_call, response) =>
      called.resolve((status, body) => response.writeHead(status).end(JSON.stringify(body))),
    )
    const first = errorOf(ask(150))
    const answer = await called.promise
    await expectRefused(ask(160), 409, 'QuotaRequestInProgress', 'was already sent to the provider')
    answer(422, { message: 'The cluster is full.' })
    const error = (await first) as Error
    expect(error.message).toContain('ProviderRefused')
    expect(error.message).toContain('The provider refused: The cluster is full.')
    provider.answerWith((_call, response) => response.writeHead(204).end())
    expect((await ask(160)).properties.limit).toBe(160)
  })
})

async function expectRefused(
  asked: Promise<unknown>,
  statusCode: number,
  code: string,
  message: string,
): Promise<void> {
  const error = await errorOf(asked)
  expect(error).toMatchObject({ name: 'RestError', statusCode, code })
  expect((error as Error).message).toContain(message)
}
