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
    'What each operation demands of its caller. Roles are read with each request and again inside every transaction that',
    'changes or grants something.',
    '',
    '- **App roles**, from least to most: viewer, developer, manager, owner. The owner is the person an app belongs to, or any',
    '  admin of the organization it belongs to. On the wire an owner is a manager.',
    '- **Organization roles**, from least to most: member, collaborator, admin.',
    '- A **user token** has the roles of its user. An **app token** is manager of its one app. An **organization token** is',
    '  manager of each app of its organization, and counts as member of the organization itself.',
    '- Members, roles and invitations that an **app token** grants count as granted by its creator, who has to be enabled',
    '  and a manager at that moment (DA80).',
    '- A **Read-only** token counts as viewer of an app and member of an organization at most, and does nothing that needs',
    '  Full access.',
    '- Who has no role on the app or organization in the path gets 404, as if it were not there. After that: 403 for the kind',
    '  of token, for Read-only where Full access is needed, for too small a role, in this order.',
    '',
    '## Rights',
    '',
    '| Right | Least role | Tokens | Access | Besides |',
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
    'Some operations ask more of what they are given: a Full access app token needs a manager, inviting somebody into an',
    'organization as more than a member needs an admin of it, and a transfer needs an admin of the destination too.',
    '',
    'This page is generated from `src/areas/app-management/access.ts` by `npm run generate`.',
    '',
  ].join('\n')
}

const BESIDES: Record<string, string> = {
  token: 'any token, to itself',
  person: 'anybody there, to themselves',
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
