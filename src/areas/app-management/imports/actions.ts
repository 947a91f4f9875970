import { Check } from 'typebox/schema'
import { invalidName } from '../../../directory/accounts/names/errors.ts'
import { isOwnerName } from '../../../directory/accounts/names/rules.ts'
import type { Actor } from '../../../directory/audit.ts'
import { recordAudit } from '../../../directory/audit.ts'
import { type Call, ORGANIZATION_ROLES, type Person } from '../../../directory/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { RequestError } from '../../../platform/errors.ts'
import { createApp } from '../apps/actions.ts'
import { putAppMember } from '../apps/store.ts'
import { NewApp } from '../apps/wire.ts'
import type { Caps } from '../caps/rules.ts'
import { addOrganization } from '../organizations/actions.ts'
import { putOrganizationMember } from '../organizations/store.ts'
import { APP_PERMISSIONS } from '../wire.ts'
import { hasApp } from './store.ts'

/** Roles by the ids of accounts. */
type Members = readonly (readonly [accountId: string, role: string])[]

export type ImportedOrganization = Readonly<{
  id?: string | undefined
  name: string
  displayName: string
  members: Members
}>

/** An organization of an emulator, with an id and members that were given. `existingId`: it is there already. */
export async function importOrganization(
  db: Db,
  actor: Actor,
  call: Call<Person>,
  { members, ...given }: ImportedOrganization,
  { existingId, caps }: Readonly<{ existingId: string | undefined; caps: Caps }>,
): Promise<string> {
  if (!isOwnerName(given.name)) throw invalidName(given.name)
  return db.transaction().execute(async (trx) => {
    const id = existingId ?? (await add(trx, call, given, caps))
    for (const [accountId, role] of members) {
      const known = requireOneOf(ORGANIZATION_ROLES, role)
      await putOrganizationMember(trx, id, accountId, known, actor.at)
      await recordAudit(trx, actor, {
        scopeId: id,
        action: 'organization.member.change',
        target: `account ${accountId}`,
        after: { role },
      })
    }
    return id
  })
}

async function add(
  trx: Trx,
  call: Call<Person>,
  given: Omit<ImportedOrganization, 'members'>,
  caps: Caps,
): Promise<string> {
  const added = await addOrganization(trx, call, call.caller.account.id, given, caps)
  if (added instanceof RequestError) throw added
  return added.id
}

export type ImportedApp = Readonly<{
  id?: string | undefined
  appSecret?: string | undefined
  /** As for an app that is created. */
  input: Readonly<Record<string, unknown>> & { name: string }
  members: Members
}>

/** An app of an emulator. One that is there already stays as it is. Without an organization, it is the caller's. */
export async function importApp(
  db: Db,
  actor: Actor,
  call: Call<Person>,
  { id, appSecret, input, members }: ImportedApp,
  { organization, caps }: Readonly<{ organization: Named | undefined; caps: Caps }>,
): Promise<void> {
  if (!Check(NewApp, input))
    throw new Error(`The app ${input.name} does not match the body of POST /v0.1/apps.`)
  if (await hasApp(db, organization?.id ?? call.caller.account.id, input.name)) return
  const target = organization && { owner: organization.name }
  const app = await createApp(db, call, target, input, caps, { id, appSecret })
  const key = { ownerId: app.owner_id, appId: app.id }
  await db.transaction().execute(async (trx) => {
    for (const [accountId, role] of members) {
      if (organization)
        await putOrganizationMember(trx, key.ownerId, accountId, 'member', actor.at, true)
      await putAppMember(trx, key, accountId, requireOneOf(APP_PERMISSIONS, role), actor.at)
      await recordAudit(trx, actor, {
        scopeId: key.ownerId,
        action: 'app.member.change',
        target: `account ${accountId} on app ${key.appId}`,
        after: { role },
      })
    }
  })
}

type Named = Readonly<{ id: string; name: string }>

function requireOneOf<const Role extends string>(roles: readonly Role[], given: string): Role {
  const role = roles.find((each) => each === given)
  if (role === undefined) throw new Error(`The role ${given} is not one of ${roles.join(', ')}.`)
  return role
}
