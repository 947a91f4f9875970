import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../client/api-error.ts'
import {
  findNamed,
  listPrincipals,
  type Principal,
  type PrincipalKind,
} from '../../../client/principals.ts'
import { queryClient } from '../../api.ts'
import { operator } from '../client.ts'

/** What can have a role on a subscription, and what somebody types to name one. */
export const KINDS: Readonly<
  Record<PrincipalKind, Readonly<{ name: string; label: string; hint: string }>>
> = {
  account: {
    name: 'Person',
    label: 'Name or e-mail',
    hint: 'After someone signs in once, you can find them by name.',
  },
  service: {
    name: 'Service account',
    label: 'Client ID or name',
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
    hint: 'A registered group. To register one: binnacle operator groups add VALUE --issuer URL',
  },
}

export type PrincipalInput = Readonly<{ kind: PrincipalKind; text: string }>

/** Fewer letters would find too many people. */
const MIN_LETTERS = 2

export function principalsQuery({ kind, text }: PrincipalInput) {
  const search = kind === 'account' ? text.trim() : ''
  const isTooShort = kind === 'account' && search.length < MIN_LETTERS
  return queryOptions({
    queryKey: ['operator principals', kind, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Principal[] | Promise<Principal[]> =>
      isTooShort ? [] : listPrincipals(operator, kind, search, signal),
  })
}

/** The id of what was typed, as the server knows it now. */
export async function findPrincipal(input: PrincipalInput): Promise<string> {
  const text = input.text.trim()
  const listed = await queryClient.fetchQuery({ ...principalsQuery(input), staleTime: 0 })
  const [first, ...others] = findNamed(listed, text)
  const what = KINDS[input.kind].name.toLowerCase()
  if (!first) throw new ApiError(404, 'NotFound', `No ${what} is called “${text}”.`)
  if (others.length === 0) return first.id
  const ids = [first, ...others].map(({ id }) => id).join(', ')
  const message = `More than one ${what} is called “${text}”. Enter one of these IDs: ${ids}`
  throw new ApiError(400, 'Ambiguous', message)
}
