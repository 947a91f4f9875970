import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { compareSnapshots, takeSnapshot } from '../support/database/snapshot.ts'
import { useInstallation } from '../support/server/installation.ts'
import { listWrites, openWrites } from '../support/world/writes.ts'

const { installation, database } = useInstallation({ RATE_LIMITS: 'false' })
let writes: Awaited<ReturnType<typeof openWrites>>
beforeAll(async () => {
  writes = await openWrites(installation)
}, 120_000)

/** Done once: the repeat gets the answer of the first and changes nothing. */
const ONCE = [
  'createSubscription',
  'inviteToApp',
  'inviteToAppByEmail',
  'inviteToOrg',
  'resendOrgInvitation',
  'publishEvent',
  'updateEvent',
  'resolveEvent',
  'reopenEvent',
  'reviewEvent',
  'markFalsePositive',
  'setEventAudience',
  'setLimit',
  'setLimits',
  'updateLimit',
  'setQuota',
  'updateQuota',
  'measureEventReach',
  'listSecurityAdvisoryResources',
  'listTenantSecurityAdvisoryResources',
]

/** Refused, and nothing is changed: what it was about is gone, decided, or there already. */
const REFUSED: Readonly<Record<string, number>> = {
  createApp: 409,
  createOrgApp: 409,
  createOrg: 409,
  createOrganizationFor: 409,
  createAccount: 409,
  createClient: 409,
  decideQuota: 409,
  deleteApp: 404,
  deleteOrg: 404,
  transferApp: 404,
  transferAppToOrg: 404,
  removeAppUser: 404,
  removeOrgUser: 404,
  revokeAppInvitation: 404,
  revokeOrgInvitation: 404,
  revokeOrgInvitationByEmail: 404,
  acceptAppInvitation: 404,
  rejectAppInvitation: 404,
  acceptOrgInvitation: 404,
  rejectOrgInvitation: 404,
  revokeUserApiToken: 404,
  revokeAppApiToken: 404,
  revokeOrgApiToken: 404,
  endAccountToken: 404,
  endOrganizationToken: 404,
  endAppToken: 404,
  removeSubscriptionRole: 404,
  releaseFreedName: 404,
  deleteQuotaProvider: 404,
  deleteQuotaEndpoint: 404,
}

/** Done again, and nothing is different afterwards but these times and one audit row. */
const AGAIN: Readonly<Record<string, readonly string[]>> = {
  updateUser: ['account.updated_at'],
  updateApp: ['app.updated_at'],
  updateOrg: ['organization.updated_at'],
  updateAppUser: [],
  updateOrgUser: [],
  updateAppInvitation: [],
  updateOrgInvitation: [],
  uploadAppAvatar: ['app.updated_at'],
  deleteAppAvatar: ['app.updated_at'],
  uploadOrgAvatar: ['organization.updated_at'],
  deleteOrgAvatar: ['organization.updated_at'],
  setSubscriptionRole: [],
  updateAccount: ['account.updated_at'],
  signOutAccount: ['account.tokens_valid_after'],
  updateClient: ['oauth_client.updated_at'],
  changeImpactedResources: [],
  setFootprint: [],
  changeAvailability: ['availability.reported_at'],
  changeFootprint: [],
  loadFootprints: [],
  setQuotaProvider: ['quota_provider.updated_at'],
  changeSubscriptionQuota: ['quota_limit.updated_at'],
  fetchEventDetails: [],
  fetchTenantEventDetails: [],
}

const NEW_TOKEN = ['api_token +1', 'api_token.revoked_at', 'audit +2']
/** Shows a new value and ends the one that the first has shown. */
const RENEWED: Readonly<Record<string, readonly string[]>> = {
  createUserApiToken: NEW_TOKEN,
  createAppApiToken: NEW_TOKEN,
  createOrgApiToken: NEW_TOKEN,
  resetAccount: ['account.tokens_valid_after', 'audit +2', 'one_use_link +1', 'one_use_link -1'],
  rotateClientSecret: [
    'audit +1',
    'oauth_client.secret_hash',
    'oauth_client.tokens_valid_after',
    'oauth_client.updated_at',
  ],
  setQuotaEndpoint: ['audit +1', 'quota_endpoint.sealed_secret', 'quota_endpoint.updated_at'],
}

/** Sends it twice under one key; what was answered, and what the second has changed. */
async function repeat(operationId: string, header: (typeof HEADERS)[number]) {
  const send = await writes.prepare(operationId)
  const key = { [header]: randomUUID() }
  const first = await send(key)
  expect([operationId, first.status < 300, first.text]).toEqual([operationId, true, first.text])
  const before = await takeSnapshot(database.db)
  const second = await send(key)
  const changes = compareSnapshots(before, await takeSnapshot(database.db))
  return { first, second, changes: changes.filter((change) => !change.startsWith('request_key.')) }
}

test('every writing operation of all documents is in one of these tables', () => {
  const tables = [ONCE, REFUSED, AGAIN, RENEWED]
  const listed = tables.flatMap((table) => (Array.isArray(table) ? table : Object.keys(table)))
  expect(listed.sort()).toEqual([...listWrites().keys()].sort())
})

const HEADERS = ['Idempotency-Key', 'x-ms-client-request-id'] as const

describe.each(HEADERS)('repeated with the same %s', (header) => {
  test.each(ONCE)('%s is done once', async (operationId) => {
    const { first, second, changes } = await repeat(operationId, header)
    expect([second.status, second.body, changes]).toEqual([first.status, first.body, []])
  })

  test.each(Object.entries(RENEWED))('%s ends the earlier value', async (operationId, expected) => {
    const { first, second, changes } = await repeat(operationId, header)
    expect([second.status, changes]).toEqual([first.status, [...expected].sort()])
    expect(second.text).not.toBe(first.text)
  })
})

describe('repeated', () => {
  test.each(Object.entries(REFUSED))('%s is refused with %i', async (operationId, status) => {
    const { second, changes } = await repeat(operationId, HEADERS[0])
    expect([second.status, changes]).toEqual([status, []])
  })

  test.each(Object.entries(AGAIN))('%s is the same afterwards', async (operationId, times) => {
    const { first, second, changes } = await repeat(operationId, HEADERS[0])
    const expected = ['audit +1', ...times].sort()
    expect([second.status, changes]).toEqual([first.status, expected])
  })
})
