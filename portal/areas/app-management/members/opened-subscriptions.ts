import type { components } from '../../../../client/generated/app-management.ts'
import { listNames } from '../../../ui/text/list-names.ts'
import type { Person } from './people.ts'

type Opened = readonly components['schemas']['OrganizationSubscription'][]

const namesOf = (opened: Opened) =>
  listNames(opened.map(({ display_name, role }) => `${display_name} (${role})`))

/** What joining an organization gives on subscriptions; nothing where it gives nothing. */
export function describeOpened(opened: Opened): string | undefined {
  if (opened.length === 0) return undefined
  const forCollaborators = opened.filter((each) => each.includes_collaborators)
  const all = `Admins and members also have access to these subscriptions: ${namesOf(opened)}.`
  if (forCollaborators.length === opened.length) return `${all} Collaborators have it, too.`
  if (forCollaborators.length === 0) return `${all} Collaborators do not.`
  return `${all} Collaborators have access to ${namesOf(forCollaborators)} only.`
}

/** As the end of a sentence that names what somebody loses by leaving. */
export function describeLost(
  opened: Opened,
  { role, isYou }: Pick<Person, 'role' | 'isYou'>,
): string {
  const own = opened.filter((each) => role !== 'collaborator' || each.includes_collaborators)
  if (own.length === 0) return ''
  const who = isYou ? 'you' : 'they'
  return `, and to these subscriptions, unless ${who} have access in another way: ${namesOf(own)}`
}
