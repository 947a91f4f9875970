import { readFileSync } from 'node:fs'

/** What docs/spec/rights.md promises, read as a person would read it. Knows nothing of the code behind it. */
export type Promised = Readonly<{
  operationId: string
  method: string
  path: string
  on: 'app' | 'organization' | undefined
  leastRole: string
  kinds: readonly string[]
  needsFullAccess: boolean
  besides: string
}>

const APP_ROLES = ['viewer', 'developer', 'manager', 'owner']
const ORGANIZATION_ROLES = ['member', 'collaborator', 'admin']

export function readRights(): Promised[] {
  const text = readFileSync('docs/spec/rights.md', 'utf8')
  const [, rightsText = '', operationsText = ''] = text.split(/^## .*$/m)
  const rights = new Map(rows(rightsText).map(([name = '', ...cells]) => [name, cells]))
  return rows(operationsText).map(([operation = '', address = '', right = '']) => {
    const cells = rights.get(right)
    if (!cells) throw new Error(`${operation} demands "${right}", which is not in the table`)
    const [role = '', kinds = '', access = '', besides = ''] = cells
    const [, method = '', path = ''] = /^(\w+) `(.*)`$/.exec(address) ?? []
    const [on, leastRole = ''] = role.split(': ')
    return {
      operationId: operation.replace(' †', ''),
      method,
      path,
      on: on === 'app' || on === 'organization' ? on : undefined,
      leastRole,
      kinds: kinds.split(', '),
      needsFullAccess: access === 'Full access',
      besides,
    }
  })
}

/** The cells of a table, without its head. */
function rows(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

export const PERSONAS = [
  'manager',
  'developer',
  'viewer',
  'org admin',
  'org collaborator',
  'org member',
  'stranger',
] as const
export type Persona = (typeof PERSONAS)[number]

export const TOKENS = [
  'no token',
  'revoked',
  'expired',
  'user full',
  'user read-only',
  'app full',
  'app read-only',
  'org full',
  'org read-only',
  'token of another app',
  'portal bearer',
  'cli bearer',
  'bearer of a disabled person',
  'bearer of a service account',
  'bearer of a third party',
  'explorer bearer',
  'bearer of a foreign issuer',
  'bearer of a trusted issuer’s portal',
  'bearer of a trusted issuer’s third party',
] as const
export type TokenName = (typeof TOKENS)[number]

const ROLES: Record<Persona, { app?: string; organization?: string }> = {
  manager: { app: 'manager', organization: 'member' },
  developer: { app: 'developer', organization: 'member' },
  viewer: { app: 'viewer', organization: 'member' },
  'org admin': { app: 'owner', organization: 'admin' },
  'org collaborator': { organization: 'collaborator' },
  'org member': { organization: 'member' },
  stranger: {},
}

export type Expected = 'allowed' | 401 | 403 | 404

/** What the page says will happen. `isSelf`: the operation is about the calling token or person itself. */
export function expect(
  promised: Promised,
  token: TokenName,
  persona: Persona,
  isSelf: boolean,
): Expected {
  if (NOBODY.has(token)) return 401
  const kind = kindOf(token)
  const isReadOnly = token.endsWith('read-only')
  const role = roleOf(promised, token, persona, isReadOnly)
  if (promised.on && !role) return 404
  if (isTokenItself(promised, token, isSelf)) return 'allowed'
  const isTokenEnough =
    promised.kinds.includes(kind) &&
    !(promised.needsFullAccess && isReadOnly) &&
    (isBearer(token) || !needsSignIn(promised))
  if (!isTokenEnough) return 403
  const counted = isInNameOfCreator(promised, kind) ? (ROLES[persona].app ?? 'none') : role
  return isRoleEnough(promised, counted, isSelf && kind === 'user') ? 'allowed' : 403
}

/** Whether an operation is for people who are signed in, and for no API token. */
export const needsSignIn = ({ besides }: Promised) =>
  besides === 'no API token: only somebody who is signed in'

const isInNameOfCreator = ({ besides }: Promised, kind: string) =>
  kind === 'app' && besides === 'an app token: its creator needs the role too'

const isTokenItself = ({ besides }: Promised, token: TokenName, isSelf: boolean) =>
  isSelf && !isBearer(token) && besides === 'any token may do it to itself'

const NOBODY = new Set<TokenName>([
  'no token',
  'revoked',
  'expired',
  'bearer of a disabled person',
  'bearer of a service account',
  'bearer of a third party',
  'explorer bearer',
  'bearer of a foreign issuer',
  'bearer of a trusted issuer’s third party',
])

/** Somebody who is signed in has what their Full access token has, but is no token. */
export const isBearer = (token: TokenName) => token.includes('bearer')

function kindOf(token: TokenName): string {
  if (isBearer(token)) return 'user'
  return token === 'token of another app' ? 'app' : (token.split(' ')[0] ?? '')
}

function isRoleEnough(
  { on, leastRole, besides }: Promised,
  role: string | undefined,
  isSelf: boolean,
): boolean {
  if (!on || !role || (isSelf && besides === 'any member may do it to themselves')) return true
  const ranks = on === 'app' ? APP_ROLES : ORGANIZATION_ROLES
  return ranks.indexOf(role) >= ranks.indexOf(leastRole)
}

function roleOf(
  { on }: Promised,
  token: TokenName,
  persona: Persona,
  isReadOnly: boolean,
): string | undefined {
  if (!on) return undefined
  const role = kindOf(token) === 'user' ? ROLES[persona][on] : roleOfThing(on, token)
  const least = on === 'app' ? 'viewer' : 'member'
  return role && isReadOnly ? least : role
}

function roleOfThing(on: 'app' | 'organization', token: TokenName): string | undefined {
  if (token.startsWith('org')) return on === 'app' ? 'manager' : 'member'
  return on === 'app' && token !== 'token of another app' ? 'manager' : undefined
}
