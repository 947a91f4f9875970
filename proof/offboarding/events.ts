import { type Credential, type Installation, ORIGIN } from './installation.ts'
import { FRESH, newEmail, type World } from './world.ts'

type Happen = (it: Installation, world: World) => Promise<{ status: number }>

const asAda = (it: Installation, { ada }: World, method: string, path: string, body?: object) =>
  it.call({ token: ada.token }, method, path, body)

/** One for each column of the guide's table. */
export const EVENTS: Readonly<Record<string, Happen>> = {
  disable: (it, { eve }) => it.callAsOperator('PATCH', `/accounts/${eve.id}`, { disabled: true }),
  reset: (it, { eve }) => it.callAsOperator('POST', `/accounts/${eve.id}/reset`, {}),
  remove: (it, world) => asAda(it, world, 'DELETE', `${world.orgPath}/users/${world.eve.name}`),
  'remove with tokens': (it, world) =>
    asAda(it, world, 'DELETE', `${world.orgPath}/users/${world.eve.name}?revoke_tokens=true`),
  async demote(it, world) {
    const role = { role: 'member' }
    await asAda(it, world, 'PATCH', `${world.orgPath}/users/${world.eve.name}`, role)
    await it.callAsOperator('PATCH', `/accounts/${world.eve.id}`, { is_operator: false })
    const permissions = { permissions: ['developer'] }
    return asAda(it, world, 'PATCH', `${world.app.path}/users/${world.eve.email}`, permissions)
  },
  async 'sign out'(_it, { signedIn }) {
    const init = { method: 'POST', headers: { origin: ORIGIN } }
    await signedIn.session.visit('/oauth2/sign-out', init)
    // It leads to the portal, which is not built here; whether it took effect, the cells tell.
    return { status: 204 }
  },
  'sign out everywhere': (it, { eve }) =>
    it.callAsOperator('POST', `/accounts/${eve.id}/sign-out`, {}),
  delete: (it, world) => asAda(it, world, 'DELETE', world.orgPath),
  async transfer(it, world) {
    const path = `${world.app.path}/transfer/${world.destination.name}`
    const answer = await asAda(it, world, 'POST', path, {})
    world.appPath = `/v0.1/apps/${world.destination.name}/${world.app.name}`
    return answer
  },
}

type Attempt = (world: World) => [method: string, path: string, body?: object]

/** What somebody would try who wants to be back, or to leave a door open. */
const ATTEMPTS: readonly Attempt[] = [
  ({ app, eve }) => ['POST', `${app.path}/invitations`, { user_email: eve.email }],
  ({ app, fourth }) => ['POST', `${app.path}/invitations/${fourth.email}`, {}],
  ({ app }) => ['POST', `${app.path}/invitations`, { user_email: newEmail() }],
  ({ app, second }) => [
    'PATCH',
    `${app.path}/invitations/${second.email}`,
    { permissions: ['manager'] },
  ],
  ({ app, eve }) => ['PATCH', `${app.path}/users/${eve.email}`, { permissions: ['manager'] }],
  ({ app, bob }) => ['PATCH', `${app.path}/users/${bob.email}`, { permissions: ['manager'] }],
  ({ orgPath, eve }) => ['POST', `${orgPath}/invitations`, { user_email: eve.email }],
  ({ orgPath, fourth }) => ['POST', `${orgPath}/invitations`, { user_email: fourth.email }],
  ({ orgPath, third }) => ['POST', `${orgPath}/invitations/${third.email}/resend`, {}],
  ({ orgPath, eve }) => ['PATCH', `${orgPath}/users/${eve.name}`, { role: 'admin' }],
  ({ app }) => ['POST', `${app.path}/api_tokens`, { description: 'back', scope: ['all'] }],
  ({ orgPath }) => ['POST', `${orgPath}/api_tokens`, { description: 'back', scope: ['all'] }],
  ({ eve }) => ['PATCH', `/operator/v1/accounts/${eve.id}`, { disabled: false, is_operator: true }],
  ({ app }) => ['POST', `${app.path}/transfer_to_org`, {}],
  ({ app, destination }) => ['POST', `${app.path}/transfer/${destination.name}`, {}],
]

/** After these somebody is out, and may try everything to be back. */
const DEPARTURES = ['disable', 'remove', 'remove with tokens', 'demote'] as const
type Departure = (typeof DEPARTURES)[number]

export const isDeparture = (event: string): event is Departure =>
  DEPARTURES.some((one) => one === event)

const credentialsOf = ({ tokens, signedIn, shown }: World): Credential[] => [
  ...Object.values(tokens).map((token) => ({ token })),
  { bearer: signedIn.bearer },
  { bearer: signedIn.otherBearer },
  { bearer: shown.service },
]

/** Every attempt with every credential, then whatever invitations the helpers got are accepted. */
export async function tryWaysBack(it: Installation, world: World, departure: Departure) {
  let attempts = 0
  const tryAll = async () => {
    for (const who of credentialsOf(world)) {
      for (const attempt of ATTEMPTS) {
        const [method, path, body] = attempt(world)
        const { status } = await it.call(who, method, path, body)
        if (status >= 500) throw new Error(`${method} ${path} answered ${status}`)
        attempts++
      }
    }
  }
  await tryAll()
  attempts += await acceptAll(it, world)
  const faults = await findFaults(it, world, departure)
  faults.push(...(await findAccessRegained(it, world, departure)))
  faults.push(...(await findRightsRegained(it, world, departure)))
  if (departure === 'disable') {
    // Enabled again, the person may sign in; what they had before must not work.
    await it.callAsOperator('PATCH', `/accounts/${world.eve.id}`, { disabled: false })
    await tryAll()
    faults.push(...(await findFaults(it, world, departure)))
    faults.push(...(await findAccessRegained(it, world, departure)))
  }
  return { attempts, faults }
}

async function acceptAll(it: Installation, { eve, second, third, fourth, invitations }: World) {
  let attempts = 0
  for (const { token } of [eve, second, third, fourth]) {
    const { body } = await it.call({ token }, 'GET', '/v0.1/user/invitations')
    const offered = Array.isArray(body) ? body : []
    const known = [
      { type: 'app', token: invitations.app },
      { type: 'org', token: invitations.org },
    ]
    for (const invitation of [...offered, ...known]) {
      const path = `/v0.1/user/invitations/${invitation.type}s/${invitation.token}/accept`
      await it.call({ token }, 'POST', path, {})
      attempts++
    }
  }
  return attempts
}

/** What an operator took from the account itself. */
async function findRightsRegained({ db }: Installation, { eve }: World, departure: Departure) {
  const { disabled_at, is_operator } = await db
    .selectFrom('account')
    .select(['disabled_at', 'is_operator'])
    .where('id', '=', eve.id)
    .executeTakeFirstOrThrow()
  return [
    ...(departure === 'disable' && disabled_at === null ? ['the account is enabled again'] : []),
    ...(departure === 'demote' && is_operator ? ['the person is an operator again'] : []),
  ]
}

/** Who was removed has nothing through the organization; who was signed out nothing through a group. */
async function findAccessRegained({ db }: Installation, { eve }: World, departure: Departure) {
  const lost = departure.startsWith('remove') ? 'organization' : 'group'
  const rows = await db
    .selectFrom('subscription_access')
    .select('subscription_id')
    .where('principal_id', '=', eve.id)
    .where('kind', '=', lost)
    .execute()
  return rows.map(() => `the person has access through the ${lost} again`)
}

/** What the database says of who is in, with what role, and of tokens that should not be. */
async function findFaults(
  { db }: Installation,
  world: World,
  departure: Departure,
): Promise<string[]> {
  const { org, app, eve, bob, second, third, fourth } = world
  const onApp = await db
    .selectFrom('app_member')
    .select(['account_id', 'role'])
    .where('app_id', '=', app.id)
    .execute()
  const inOrg = await db
    .selectFrom('organization_member')
    .select(['account_id', 'role'])
    .where('organization_id', '=', org.id)
    .execute()
  const roles = ({ id }: { id: string }) =>
    [onApp, inOrg].map((rows) => rows.find((row) => row.account_id === id)?.role ?? 'none').join()
  const allowed = { disable: 'manager,admin', demote: 'developer,member' }
  const expected = departure in allowed ? allowed[departure as keyof typeof allowed] : 'none,none'
  const live = await db
    .selectFrom('api_token')
    .select('description')
    .where('created_by', '=', eve.id)
    .where('revoked_at', 'is', null)
    .where('description', '<>', FRESH)
    .execute()
  return [
    ...(roles(eve) === expected ? [] : [`the person is ${roles(eve)}, not ${expected}`]),
    ...(roles(bob) === 'developer,member' ? [] : [`the accomplice is ${roles(bob)}`]),
    ...[second, third, fourth]
      .filter((one) => roles(one) !== 'none,none')
      .map(() => 'a helper is in'),
    ...live.filter(({ description }) => description === 'back').map(() => 'a token was created'),
    ...(departure === 'disable' && live.length > 0 ? [`${live.length} tokens are left`] : []),
  ]
}
