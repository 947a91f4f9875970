import { randomBytes, randomUUID } from 'node:crypto'
import { importApp, importOrganization } from '../../../areas/app-management/imports/actions.ts'
import { issueToken } from '../../../areas/app-management/tokens/actions.ts'
import { createAccount } from '../../../directory/accounts/actions.ts'
import { toAccount } from '../../../directory/accounts/rules.ts'
import { findAccount } from '../../../directory/accounts/store.ts'
import { remakeToken } from '../../../directory/api-token.ts'
import { recordAudit } from '../../../directory/audit.ts'
import type { Call, OwnerKind, Person } from '../../../directory/caller.ts'
import { hashPassword } from '../../../identity/sign-in/passwords.ts'
import { putPassword } from '../../../identity/sign-in/store.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { type ProductTime, systemRealTime } from '../../../platform/time.ts'
import type { SeedDeps } from './calls.ts'
import { findOwner } from './store.ts'
import type { LoadedSeed, Seed, SeedAccount, SeedApp, SeedOrganization } from './wire.ts'

const actorAt = (at: ProductTime) => ({ kind: 'process', id: 'seed', at }) as const

type LoadedAccount = Pick<LoadedSeed, 'accounts' | 'tokens'>

/** An account that is there already gets the tokens and the password, and keeps everything else. */
export async function loadAccount(
  { db, productTime }: SeedDeps,
  seed: Seed,
  given: SeedAccount,
): Promise<LoadedAccount> {
  const { name, password: fixed, tokens = [] } = given
  const password = fixed ?? randomBytes(12).toString('base64url')
  return db.transaction().execute(async (trx) => {
    const existing = await findOwner(trx, name)
    refuseOther(existing, 'user', given)
    const id = existing?.id ?? (await create(trx, given, productTime()))
    const isSet = fixed !== undefined || !existing
    if (isSet) await setPassword(trx, id, password, productTime())
    const issued: LoadedSeed['tokens'] = []
    for (const token of tokens)
      issued.push(await issue(trx, { id, name, at: productTime() }, token))
    return {
      accounts: isSet ? [{ name, password, role: describeRoles(seed, given) }] : [],
      tokens: issued,
    }
  })
}

export async function setPassword(trx: Trx, id: string, password: string, at: ProductTime) {
  const hashed = await hashPassword(password)
  await putPassword(trx, { account_id: id, ...hashed, updated_at: systemRealTime() })
  const what = { scopeId: id, action: 'account.set-password', target: `account ${id}` } as const
  await recordAudit(trx, actorAt(at), what)
}

const KINDS = { user: 'account', org: 'organization' } as const

/** A name may belong to something else, or to an object with another id. */
function refuseOther(
  existing: Awaited<ReturnType<typeof findOwner>>,
  kind: OwnerKind,
  { id, name }: SeedAccount | SeedOrganization,
): void {
  if (!existing) return
  if (existing.kind !== kind) throw new Error(`${name} is the name of an ${KINDS[existing.kind]}.`)
  if (id !== undefined && existing.id !== id)
    throw new Error(`The ${KINDS[kind]} ${name} already exists with the id ${existing.id}.`)
}

const create = (
  trx: Trx,
  { id, name, email, display_name, is_operator }: SeedAccount,
  at: ProductTime,
) =>
  createAccount(trx, actorAt(at), {
    ...(id !== undefined && { id }),
    name,
    email: email ?? `${name}@example.com`,
    displayName: display_name,
    isOperator: is_operator ?? false,
  })

async function issue(
  trx: Trx,
  account: Readonly<{ id: string; name: string; at: ProductTime }>,
  {
    description = 'created by a seed',
    access = 'all',
    value: given,
  }: NonNullable<SeedAccount['tokens']>[number],
): Promise<LoadedSeed['tokens'][number]> {
  const made = given === undefined ? undefined : remakeToken(given, 'user', account.id)
  if (given !== undefined && !made) {
    throw new Error(
      `A token of ${account.name} has a value that does not belong to the account id ${account.id}. Set the id of the account for which a server issued the token.`,
    )
  }
  const { value } = await issueToken(trx, actorAt(account.at), {
    kind: 'user',
    homeId: account.id,
    access,
    description,
    createdBy: account.id,
    made,
  })
  return { account: account.name, description, value }
}

/** The roles that a seed gives an account, for people. */
export function describeRoles({ organizations = [] }: Seed, { name, is_operator }: SeedAccount) {
  const roles = organizations.flatMap(({ name: organization, members = {}, apps = [] }) => [
    ...roleIn(members, name).map((role) => `${role} of ${organization}`),
    ...describeAppRoles(name, organization, apps),
  ])
  return [...(is_operator ? ['operator'] : []), ...roles].join(', ') || 'account'
}

/** At most one. Names differ by more than their case. */
const roleIn = (members: Readonly<Record<string, string>>, name: string): string[] =>
  Object.entries(members)
    .filter(([member]) => member.toLowerCase() === name.toLowerCase())
    .map(([, role]) => role)

function describeAppRoles(name: string, organization: string, apps: readonly SeedApp[]): string[] {
  const byRole = Map.groupBy(apps, ({ members = {} }) => roleIn(members, name)[0])
  return [...byRole].flatMap(([role, named]) => {
    if (!role) return []
    const isAll = named.length === apps.length && named.length > 1
    if (isAll) return [`${role} of every app of ${organization}`]
    return [`${role} of ${named.map((app) => `${organization}/${app.name}`).join(', ')}`]
  })
}

/** One that is there already gets the members and apps. */
export async function loadOrganization(deps: SeedDeps, given: SeedOrganization): Promise<void> {
  const { db, config, operatorId, productTime } = deps
  const { id: givenId, name, display_name: displayName = name, apps = [] } = given
  const members = await findMembers(db, given.members)
  const [adminId = operatorId] = members.find(([, role]) => role === 'admin') ?? []
  const existing = await findOwner(db, name)
  refuseOther(existing, 'org', given)
  const id = await importOrganization(
    db,
    actorAt(productTime()),
    await callOf(deps, adminId),
    { id: givenId, name, displayName, members },
    { existingId: existing?.id, caps: config.caps },
  )
  for (const app of apps) await loadApp(deps, adminId, app, { id, name })
}

/** Of an organization, or of a person. */
export async function loadApp(
  deps: SeedDeps,
  ownerId: string,
  { members, id, app_secret: appSecret, ...input }: SeedApp,
  organization?: Readonly<{ id: string; name: string }>,
): Promise<void> {
  const { db, config, productTime } = deps
  const app = { id, appSecret, input, members: await findMembers(db, members) }
  const call = await callOf(deps, ownerId)
  await importApp(db, actorAt(productTime()), call, app, { organization, caps: config.caps })
}

async function findMembers(db: Db, roles: SeedApp['members'] = {}): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (const [name, role] of Object.entries(roles))
    found.push([await requireAccount(db, name), role])
  return found
}

export async function requireAccount(db: Db, name: string): Promise<string> {
  const owner = await findOwner(db, name)
  if (owner?.kind !== 'user') throw new Error(`There is no account named ${name}.`)
  return owner.id
}

/** A request of somebody who has just signed in. */
export async function callOf(
  { db, productTime }: SeedDeps,
  accountId: string,
): Promise<Call<Person>> {
  const row = await findAccount(db, accountId)
  if (!row) throw new Error(`There is no account with the id ${accountId}.`)
  return {
    caller: {
      kind: 'user',
      token: null,
      account: toAccount(row),
      signedInAt: systemRealTime(),
      sessionId: null,
      isOperatorByClaim: false,
      secondFactorAt: null,
    },
    stepUp: 'off',
    at: productTime(),
    source: 'seed',
    requestId: randomUUID(),
    clientRequestId: undefined,
  }
}
