import { rights } from '../../src/areas/app-management/access.ts'

type Demand = {
  app?: string
  organization?: string
  by: readonly string[]
  access: string
  self?: string
  creator?: true
  signedIn?: true
}
type Operation = { operationId: string; 'x-binnacle-right': string; 'x-binnacle-extension'?: true }
export type Document = { paths?: Record<string, Record<string, Operation>> }

/** Who may do what in area A, as a page for people, from the table the code runs. */
export function rightsPage(document: Document): string {
  const demands = Object.entries<Demand>(rights).filter(([name]) => name !== 'nothing')
  return [
    '# Rights in area A',
    '',
    'This page lists the rights that each operation requires. Roles are read with each request, and again inside every',
    'transaction that changes or grants something.',
    '',
    '- **App roles**, from least to most: viewer, developer, manager, owner. The owner is the person who owns the app, or any',
    '  admin of the organization that owns it. In API responses an owner is a manager.',
    '- **Organization roles**, from least to most: member, collaborator, admin.',
    '- A **user token** has the roles of its user. An **app token** has the role manager on its app. An **organization token**',
    '  has the role manager on each app of its organization, and the role member in the organization.',
    '- If a request with an **app token** grants membership, a role or an invitation, the creator of the token must be enabled',
    '  and a manager of the app at that moment (DA80).',
    '- A **Read-only** token has at most the role viewer on an app and the role member in an organization, and cannot be used',
    '  for operations that require Full access.',
    '- A caller without a role on the app or organization in the path gets 404, as if it did not exist. Otherwise, the caller',
    '  gets 403 if the kind of token is not allowed, if the token is Read-only and Full access is required, or if the role is',
    '  too low, in this order.',
    '',
    '## Rights',
    '',
    '| Right | Lowest role | Tokens | Access | Also allowed, or required |',
    '|---|---|---|---|---|',
    ...demands.map(([name, demand]) => toRow(name, demand)),
    '',
    '## Operations',
    '',
    'Operations marked † are extensions of Binnacle.',
    '',
    '| Operation | Method and path | Right |',
    '|---|---|---|',
    ...listOperations(document),
    '',
    'Some operations require a higher role for certain values. Creating a Full access app token requires the role manager.',
    'Inviting a person to an organization with a role above member requires the role admin. A transfer also requires the role',
    'admin in the new organization.',
    '',
    'This page is generated from `src/areas/app-management/access.ts` by `npm run generate`.',
    '',
  ].join('\n')
}

const BESIDES: Record<string, string> = {
  token: 'any token may do it to itself',
  person: 'any member may do it to themselves',
  creator: 'an app token: its creator needs the role too',
  signedIn: 'no API token: only somebody who is signed in',
}

function toRow(name: string, demand: Demand): string {
  const { app, organization, by, access, self, creator, signedIn } = demand
  const role = app ? `app: ${app}` : organization ? `organization: ${organization}` : ''
  const needs = access === 'full' ? 'Full access' : 'any'
  const besides = BESIDES[self ?? (creator ? 'creator' : signedIn ? 'signedIn' : '')] ?? ''
  return `| ${name} | ${role} | ${by.join(', ')} | ${needs} | ${besides} |`
}

function listOperations({ paths = {} }: Document): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const mark = operation['x-binnacle-extension'] ? ' †' : ''
      const right = operation['x-binnacle-right']
      return `| ${operation.operationId}${mark} | ${method.toUpperCase()} \`${path}\` | ${right} |`
    }),
  )
}
