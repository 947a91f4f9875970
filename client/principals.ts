import { dataOf, type OperatorClient } from './api-client.ts'
import type { components } from './generated/operator.ts'
import { listRows } from './pages.ts'

export type PrincipalKind = components['schemas']['SubscriptionMember']['kind']

/** `names`: it is found by these, but not by a `label` that people choose for themselves. */
export type Principal = Readonly<{ id: string; names: readonly string[]; label: string }>

const MAX_LISTED = 10_000
/** What a search accepts. */
const MAX_SEARCHED = 200

/** Of people, those that the text finds; of the other kinds, all. */
export async function listPrincipals(
  client: OperatorClient,
  kind: PrincipalKind,
  text: string,
  signal: AbortSignal | null = null,
): Promise<Principal[]> {
  if (kind === 'account') {
    const found = await listRows((page) => {
      const query = { search: text.slice(0, MAX_SEARCHED), ...page }
      return client.GET('/operator/v1/accounts', { params: { query }, signal })
    }, MAX_LISTED)
    return found.map(({ id, email, name, display_name }) => ({
      id,
      names: [email, name],
      label: display_name,
    }))
  }
  if (kind === 'service') {
    const { value } = await dataOf(client.GET('/operator/v1/clients', { signal }))
    return value
      .filter(({ flows }) => flows.includes('client-credentials'))
      .map(({ principal_id, id, display_name }) => ({
        id: principal_id,
        names: [id, display_name],
        label: display_name,
      }))
  }
  if (kind === 'organization') {
    const found = await listRows(
      (query) => client.GET('/operator/v1/organizations', { params: { query }, signal }),
      MAX_LISTED,
    )
    return found.map(({ id, name, display_name }) => ({ id, names: [name], label: display_name }))
  }
  const found = await listRows(
    (query) => client.GET('/operator/v1/groups', { params: { query }, signal }),
    MAX_LISTED,
  )
  return found.map(({ id, value, display_name }) => ({
    id,
    names: [value, display_name],
    label: display_name,
  }))
}

type Named = Readonly<{ id: string; names: readonly string[] }>

/** Those that a text means: by id, else by a name as it is, else by a name in other letter case. */
export function findNamed<Row extends Named>(rows: readonly Row[], text: string): readonly Row[] {
  const folded = text.toLowerCase()
  const byId = rows.filter(({ id }) => id.toLowerCase() === folded)
  if (byId.length > 0) return byId
  const exact = rows.filter(({ names }) => names.includes(text))
  if (exact.length > 0) return exact
  return rows.filter(({ names }) => names.some((name) => name.toLowerCase() === folded))
}
