import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../client/api-client.ts'
import { ApiError } from '../../../client/api-error.ts'
import type { components } from '../../../client/generated/operator.ts'
import { listRows } from '../../../client/pages.ts'
import { queryClient } from '../../api.ts'
import { operator } from '../client.ts'

export type Kind = components['schemas']['SubscriptionMember']['kind']

/** What can have a role on a subscription, and what somebody types to name one. */
export const KINDS: Readonly<
  Record<Kind, Readonly<{ name: string; label: string; hint: string }>>
> = {
  account: {
    name: 'Person',
    label: 'Name or e-mail',
    hint: 'Whoever has signed in once can be found.',
  },
  service: {
    name: 'Service account',
    label: 'Client ID',
    hint: 'A client that signs in with a secret.',
  },
  organization: {
    name: 'Organization',
    label: 'Organization',
    hint: 'Its name in URLs, such as harbour-office.',
  },
  group: {
    name: 'Group',
    label: 'Group',
    hint: 'Exactly as the issuer sends it. A group that is new will be registered.',
  },
}

/** Whom somebody means. A group is looked for at its issuer; one that is new gets a display name, too. */
export type Typed = Readonly<{ kind: Kind; text: string; issuer?: string; groupName?: string }>

/** `names`: nobody else has one of them. What people call themselves is only shown. */
type Candidate = Readonly<{ id: string; names: readonly string[]; label: string }>

const MAX_LISTED = 2000
/** Fewer letters would find too many people. */
const MIN_LETTERS = 2

async function listPeople(search: string, signal: AbortSignal): Promise<Candidate[]> {
  if (search.length < MIN_LETTERS) return []
  const found = await listRows((page) => {
    const query = { search: search.slice(0, 200), ...page }
    return operator.GET('/operator/v1/accounts', { params: { query }, signal })
  }, MAX_LISTED)
  return found.map(({ id, email, name, display_name }) => ({
    id,
    names: [email, name],
    label: display_name,
  }))
}

async function listServices(signal: AbortSignal): Promise<Candidate[]> {
  const { value } = await dataOf(operator.GET('/operator/v1/clients', { signal }))
  return value
    .filter(({ flows }) => flows.includes('client-credentials'))
    .map(({ principal_id, id, display_name }) => ({
      id: principal_id,
      names: [id],
      label: display_name,
    }))
}

async function listOrganizations(signal: AbortSignal): Promise<Candidate[]> {
  const found = await listRows(
    (query) => operator.GET('/operator/v1/organizations', { params: { query }, signal }),
    MAX_LISTED,
  )
  return found.map(({ id, name, display_name }) => ({ id, names: [name], label: display_name }))
}

async function listGroups(issuer: string, signal: AbortSignal): Promise<Candidate[]> {
  const found = await listRows(
    (query) => operator.GET('/operator/v1/groups', { params: { query }, signal }),
    MAX_LISTED,
  )
  return found
    .filter((group) => group.issuer === issuer)
    .map(({ id, value, display_name }) => ({ id, names: [value], label: display_name }))
}

/** Among whom the one that was typed may be: of people, those that the text finds. */
export const candidatesQuery = ({ kind, text, issuer = '' }: Typed) =>
  queryOptions({
    queryKey: ['operator principals', kind, kind === 'account' ? text.trim() : issuer],
    placeholderData: keepPreviousData,
    queryFn({ signal }) {
      if (kind === 'account') return listPeople(text.trim(), signal)
      if (kind === 'service') return listServices(signal)
      return kind === 'organization' ? listOrganizations(signal) : listGroups(issuer, signal)
    },
  })

/** Letter case counts for groups only: issuers may have two that differ in nothing else. */
export function findCandidate(
  candidates: readonly Candidate[],
  { kind, text }: Typed,
): Candidate | undefined {
  const fold = (name: string) => (kind === 'group' ? name : name.toLowerCase())
  const wanted = fold(text.trim())
  return candidates.find(({ names }) => names.some((name) => fold(name) === wanted))
}

/** The id of what was typed. A group that is new is registered. */
export async function findPrincipal(typed: Typed): Promise<string> {
  const found = findCandidate(await queryClient.fetchQuery(candidatesQuery(typed)), typed)
  if (found) return found.id
  const { kind, text, issuer = '', groupName } = typed
  if (kind !== 'group') {
    const { name } = KINDS[kind]
    throw new ApiError(404, 'NotFound', `No ${name.toLowerCase()} is called “${text.trim()}”.`)
  }
  const body = { issuer, value: text.trim(), ...(groupName && { display_name: groupName }) }
  const { id } = await dataOf(operator.POST('/operator/v1/groups', { body }))
  await queryClient.invalidateQueries({ queryKey: ['operator principals'] })
  return id
}

export const issuersQuery = queryOptions({
  queryKey: ['operator issuers'],
  queryFn: async ({ signal }) =>
    (await dataOf(operator.GET('/operator/v1/issuers', { signal }))).value,
})
