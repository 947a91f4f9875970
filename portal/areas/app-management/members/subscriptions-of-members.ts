import type { components } from '../../../../client/generated/app-management.ts'
import { listNames } from '../../../ui/text/list-names.ts'
import type { Person } from './people.ts'

type Subscriptions = readonly components['schemas']['OrganizationSubscription'][]

const describe = (subscriptions: Subscriptions) =>
  listNames(
    subscriptions.map(({ display_name, role, includes_collaborators }) =>
      includes_collaborators
        ? `${display_name} (${role}; collaborators too)`
        : `${display_name} (${role})`,
    ),
  )

/** What joining an organization gives on subscriptions; nothing where it gives nothing. */
export const describeGained = (subscriptions: Subscriptions): string | undefined =>
  subscriptions.length === 0
    ? undefined
    : `Admins and members also have access to these subscriptions: ${describe(subscriptions)}.`

/** As the end of a sentence that names what somebody loses by leaving. */
export function describeLost(
  subscriptions: Subscriptions,
  { role, isYou }: Pick<Person, 'role' | 'isYou'>,
): string {
  const own = subscriptions.filter((each) => role !== 'collaborator' || each.includes_collaborators)
  if (own.length === 0) return ''
  const who = isYou ? 'you' : 'they'
  return `, and to these subscriptions, unless ${who} have access in another way: ${describe(own)}`
}
