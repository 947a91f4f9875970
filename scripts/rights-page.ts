import { rights } from '../src/areas/app-management/access.ts'

type Demand = {
  app?: string
  organization?: string
  by: readonly string[]
  access: string
  self?: string
  creator?: true
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
    '- A **user token** has the roles of its user. An **app token** is a manager of its one app. An **organization token**',
    '  is a manager of each app of its organization, and counts as a member of the organization itself.',
    '- Members, roles and invitations that an **app token** grants count as granted by its creator, who must be enabled',
    '  and a manager at that moment (DA80).',
    '- A **Read-only** token counts at most as a viewer of an app and a member of an organization, and can do nothing that',
    '  needs Full access.',
    '- A caller without a role on the app or organization in the path gets 404, as if it did not exist. After that, the answer',
    '  is 403 for the kind of token, for Read-only where Full access is needed, and for too low a role, in this order.',
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
    'Some operations require more for certain values: a Full access app token needs a manager, inviting a person into an',
    'organization with a role above member needs an admin of it, and a transfer also needs an admin of the destination.',
    '',
    'This page is generated from `src/areas/app-management/access.ts` by `npm run generate`.',
    '',
  ].join('\n')
}

const BESIDES: Record<string, string> = {
  token: 'any token may do it to itself',
  person: 'any member may do it to themselves',
  creator: 'an app token: its creator needs the role too',
}

function toRow(name: string, { app, organization, by, access, self, creator }: Demand): string {
  const role = app ? `app: ${app}` : organization ? `organization: ${organization}` : ''
  const needs = access === 'full' ? 'Full access' : 'any'
  const besides = BESIDES[self ?? (creator ? 'creator' : '')] ?? ''
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
