import type { Seal } from '../../../src/platform/crypto/seal.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import {
  type Address,
  type Footprint,
  operatorCalls,
  type Reader,
  type Role,
  readerCalls,
} from '../http/service-health.ts'
import { forgeBearer } from '../http/signed-in.ts'
import { insertOrganization, insertPerson } from '../world/world.ts'

export const ORIGIN = 'http://binnacle.example'
const MONTH_S = 30 * 24 * 3600

export type Installation = Address &
  Readonly<{
    db: () => Db
    seal: Seal
    /** Where callers find it. */
    origin: string
  }>

/** One that callers find at `ORIGIN`, with the names everybody knows. */
export const atOrigin = (started: Pick<Installation, 'url' | 'db' | 'seal'>): Installation => ({
  ...started,
  vendor: 'Microsoft',
  origin: ORIGIN,
  managementUrl: ORIGIN,
})

/** Area B as its operators and readers use it, over HTTP. Only who there is goes straight into the database. */
export function openHealth(installation: Installation) {
  const operators = operatorCalls(installation)
  return {
    ...operators,
    ...readerCalls(installation),

    /** Answers the bearer that `callAsOperator` uses from then on. */
    async addOperator(name = 'operator'): Promise<string> {
      const { id } = await insertPerson(installation.db(), name)
      const account = installation.db().updateTable('account').set({ is_operator: true })
      await account.where('id', '=', id).execute()
      const claims = { aud: `${installation.origin}/v0.1`, scope: 'account', client_id: 'portal' }
      const bearer = await sign(installation, { sub: id, ...claims })
      operators.setOperator(bearer)
      return bearer
    },

    /** A bearer of somebody who is signed in to the portal. */
    signInAs: (id: string): Promise<string> =>
      sign(installation, {
        sub: id,
        aud: `${installation.origin}/v0.1`,
        scope: 'account',
        client_id: 'portal',
      }),

    async addReader(name?: string): Promise<Reader> {
      const { id } = await insertPerson(installation.db(), name)
      return { id, bearer: await sign(installation, { sub: id, aud: installation.managementUrl }) }
    },

    async addSubscription(
      id: string,
      roles: Readonly<Record<string, Role>>,
      footprint: Footprint = [],
      tenant?: string,
    ): Promise<{ id: string; tenantId: string }> {
      const tenantId = await insertSubscription(installation.db(), id, roles, tenant)
      if (footprint.length > 0) {
        const value = footprint.map(([service, region]) => ({ service, region }))
        await operators.callAsOperator('PUT', `/subscriptions/${id}/footprint`, { value })
      }
      return { id, tenantId }
    },
  }
}
export type Health = ReturnType<typeof openHealth>

/** Of an organization of its own, unless one is named. */
export async function insertSubscription(
  db: Db,
  id: string,
  roles: Readonly<Record<string, Role>>,
  tenant?: string,
): Promise<string> {
  const organization_id = tenant ?? (await insertOrganization(db)).id
  const now = new Date()
  const subscription_id = id.toLowerCase()
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('subscription')
    .values({ id: subscription_id, organization_id, display_name: id, ...times })
    .execute()
  for (const [principal_id, role] of Object.entries(roles)) {
    const member = { subscription_id, principal_id, role, created_at: now }
    await db.insertInto('subscription_member').values(member).execute()
  }
  return organization_id
}

const sign = ({ db, seal, origin }: Installation, claims: object) =>
  forgeBearer(db(), seal, origin, {
    client_id: 'explorer',
    exp: Math.floor(Date.now() / 1000) + MONTH_S,
    ...claims,
  })
