import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Answer, caller, NEW_TOKEN } from '../support/http/http.ts'
import { PASSWORD, signer } from '../support/http/signer.ts'
import { makeVisitor } from '../support/http/visitor.ts'

export type Person = Readonly<{
  id: string
  name: string
  email: string
  /** A Full access user token. */
  token: string
}>
export type Organization = Readonly<{ id: string; name: string; adminToken: string }>
type OrganizationRole = 'admin' | 'collaborator' | 'member'
type AppRole = 'manager' | 'developer' | 'viewer'

export const installation = inject('installation')
export const call = caller(installation)

/** The OpenAPI document of an area, as the installation serves it. */
export async function readDocument(area: string): Promise<Answer['body']> {
  return prepare(call(undefined, 'GET', `/openapi/${area}.json`))
}

/** A name that nobody else has in this installation, now or in a later run. */
export const unique = (name: string) => `${name}-${randomBytes(4).toString('hex')}`

/** As the operator, who is also a person. */
export const callAsOperator = (method: string, path: string, body?: unknown): Promise<Answer> =>
  call(undefined, method, path, body, { Authorization: `Bearer ${installation.operator}` })

/** A step that prepares a test, and is not what the test is about. */
export async function prepare(step: Promise<Answer>): Promise<Answer['body']> {
  const { status, text, body } = await step
  if (status >= 300) throw new Error(`not prepared: ${status} ${text}`)
  return body
}

/** An account with a password, who has signed in and created a token. */
export async function addPerson(label = 'user'): Promise<Person> {
  const name = unique(label)
  const email = `${name}@example.com`
  const created = callAsOperator('POST', '/operator/v1/accounts', { name, email })
  const { account, password_link } = await prepare(created)
  await setPassword(password_link)
  const { origin, url } = installation
  const signIn = signer(origin, [url]).code
  const bearer = await signIn(name, 'portal', `${origin}/signed-in`, 'openid account')
  const headers = { Authorization: `Bearer ${bearer}` }
  const { api_token } = await prepare(
    call(undefined, 'POST', '/v0.1/api_tokens', NEW_TOKEN, headers),
  )
  return { id: account.id, name, email, token: api_token }
}

async function setPassword(link: string): Promise<void> {
  const visitor = makeVisitor(installation.origin, [installation.url])
  const page = await visitor.visit(new URL(link).pathname)
  const done = await visitor.submit(page, 'set-password', { password: PASSWORD, again: PASSWORD })
  if (done.status !== 200) throw new Error(`no password: ${done.status} ${done.text}`)
}

/** A second user token of a person, which only reads. */
export async function addReadOnlyToken({ token }: Person): Promise<string> {
  const input = { ...NEW_TOKEN, scope: ['viewer'] }
  return (await prepare(call(token, 'POST', '/v0.1/api_tokens', input))).api_token
}

/** The first admin among its members creates it; they invite the others, who accept. */
export async function addOrganization(
  members: readonly (readonly [Person, OrganizationRole])[],
  label = 'org',
): Promise<Organization> {
  const name = unique(label)
  const first = members.find(([, role]) => role === 'admin')?.[0] ?? (await findFounder())
  const input = { name, display_name: `The ${name}` }
  const { id } = await prepare(call(first.token, 'POST', '/v0.1/orgs', input))
  for (const [person, role] of members) {
    if (person === first) continue
    const invitation = { user_email: person.email, role }
    await prepare(call(first.token, 'POST', `/v0.1/orgs/${name}/invitations`, invitation))
    await accept(person, name)
  }
  return { id, name, adminToken: first.token }
}

let founder: Promise<Person> | undefined
const findFounder = () => (founder ??= addPerson('founder'))

/** An app of a person or an organization; its members are invited and accept. */
export async function addApp(
  owner: Person | Organization,
  members: readonly (readonly [Person, AppRole])[] = [],
  name = unique('app'),
) {
  const isOrganization = 'adminToken' in owner
  const token = isOrganization ? owner.adminToken : owner.token
  const path = `/v0.1/apps/${owner.name}/${name}`
  const input = { name, display_name: `The ${name}`, os: 'Linux', platform: 'Custom' }
  const apps = isOrganization ? `/v0.1/orgs/${owner.name}/apps` : '/v0.1/apps'
  const { id } = await prepare(call(token, 'POST', apps, input))
  for (const [person, role] of members) {
    const permissions = { permissions: [role] }
    await prepare(call(token, 'POST', `${path}/invitations`, { user_email: person.email }))
    await accept(person, owner.name, name)
    await prepare(call(token, 'PATCH', `${path}/users/${person.email}`, permissions))
  }
  return { id: id as string, name, path }
}

type Received = { type: 'app' | 'org'; token: string; owner_name: string; app_name: string | null }

async function accept({ token }: Person, owner: string, app: string | null = null): Promise<void> {
  const received: Received[] = await prepare(call(token, 'GET', '/v0.1/user/invitations'))
  const mine = received.find(({ owner_name, app_name }) => owner_name === owner && app_name === app)
  if (mine === undefined) throw new Error(`no invitation to ${owner}/${app}`)
  await prepare(call(token, 'POST', `/v0.1/user/invitations/${mine.type}s/${mine.token}/accept`))
}
