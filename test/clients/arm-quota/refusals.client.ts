import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { COMPUTE, collect, errorOf } from '../arm-reservations/installation.ts'
import { type Client, limitOf, scopeOf, useInstallation } from './installation.ts'

const { open, addSubscription } = useInstallation(useDatabase())
const NOBODY = '00000000-0000-7000-8000-000000000000'
let scope: string
beforeAll(async () => {
  scope = scopeOf(await addSubscription())
})

type Try = (client: Client) => Promise<unknown>
const REFUSALS: readonly (readonly [string, number, string, string, Try])[] = [
  [
    'a request that is not there',
    404,
    'QuotaRequestNotFound',
    `The quota request ${NOBODY} does not exist`,
    ({ quotaRequestStatus }) => quotaRequestStatus.get(NOBODY, scope),
  ],
  [
    'a subscription without a role',
    404,
    'SubscriptionNotFound',
    'do not have a role on it',
    ({ usages }) => usages.get('cores', scopeOf('sub-z')),
  ],
  [
    'a provider without quota',
    400,
    'InvalidResourceProvider',
    `resource providers: ${COMPUTE}`,
    ({ quota }) => collect(quota.list(scope.replace(COMPUTE, 'Microsoft.Kitchen'))),
  ],
  [
    'a location without quota',
    400,
    'InvalidLocation',
    'The location moon is not available',
    ({ usages }) => collect(usages.list(scope.replace('eastus', 'moon'))),
  ],
  [
    'a resource that is not there',
    400,
    'InvalidResourceName',
    'has no resource named warpCores',
    ({ quota }) => quota.beginUpdateAndWait('warpCores', scope, limitOf(1)),
  ],
  [
    'a filter that cannot be read',
    400,
    'InvalidODataQueryOptions',
    'position 1',
    ({ quotaRequestStatus }) =>
      collect(quotaRequestStatus.list(scope, { filter: 'colour eq red' })),
  ],
]

test.each(REFUSALS)('%s', async (_what, statusCode, code, message, attempt) => {
  await expectRefused(attempt(open()), statusCode, code, message)
})

test('a reader who requests quota', async () => {
  const submitted = open('guest').quota.beginCreateOrUpdateAndWait('cores', scope, limitOf(30))
  const message = 'You need the owner or contributor role'
  await expectRefused(submitted, 403, 'AuthorizationFailed', message)
})

test('a scope with slashes around it is the same scope', async () => {
  const { quota } = open('guest')
  for (const written of [`/${scope}`, `${scope}/`, `/${scope}/`]) {
    expect((await quota.get('cores', written)).name).toBe('cores')
  }
})

async function expectRefused(
  submitted: Promise<unknown>,
  statusCode: number,
  code: string,
  message: string,
): Promise<void> {
  const error = await errorOf(submitted)
  expect(error).toMatchObject({ name: 'RestError', statusCode, code })
  expect((error as Error).message).toContain(message)
}
