import { callerCalls, quotaOperatorCalls } from '../support/http/quota.ts'
import {
  type Address,
  type Footprint,
  operatorCalls,
  type Reader,
  type Role,
  readerCalls,
} from '../support/http/service-health.ts'
import { signer } from '../support/http/signer.ts'
import { callAsOperator, installation, prepare, unique } from './world.ts'

const { url, origin } = installation
export const address: Address = { url: () => url, vendor: 'Microsoft', managementUrl: origin }
const operators = operatorCalls(address)
operators.setOperator(installation.operator)

/** A service account, which has no role yet, and its bearer. */
async function addReader(label = 'reader'): Promise<Reader> {
  const id = unique(label)
  const input = { id, display_name: `Client ${id}`, flows: ['client-credentials'] }
  const { client, client_secret } = await prepare(
    operators.callAsOperator('POST', '/clients', input),
  )
  const bearer = await signer(origin, [url]).service(id, client_secret)
  return { id: client.principal_id, bearer }
}

/** A subscription of an organization of its own. */
async function addSubscription(
  id: string,
  roles: Readonly<Record<string, Role>>,
  footprint: Footprint = [],
): Promise<{ id: string; tenantId: string }> {
  const name = unique('org')
  const named = { name, display_name: `The organization of ${id}` }
  const { id: tenantId } = await prepare(callAsOperator('POST', '/v0.1/orgs', named))
  const input = { id, organization_id: tenantId, display_name: id }
  await prepare(operators.callAsOperator('POST', '/subscriptions', input))
  for (const [principal, role] of Object.entries(roles)) {
    await prepare(
      operators.callAsOperator('PUT', `/subscriptions/${id}/roles/${principal}`, { role }),
    )
  }
  if (footprint.length > 0) {
    const value = footprint.map(([service, region]) => ({ service, region }))
    await prepare(operators.callAsOperator('PUT', `/subscriptions/${id}/footprint`, { value }))
  }
  return { id, tenantId }
}

/** Area B of the installation, and who reads it. */
export const health = { ...operators, ...readerCalls(address), addReader, addSubscription }

/** Area C of the installation, with the catalogue that ships. */
export const quota = {
  ...operators,
  ...callerCalls(address),
  ...quotaOperatorCalls(address, operators.callAsOperator),
  addReader,
  addSubscription,
}
