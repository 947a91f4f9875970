import { listNames } from '../../../ui/text/list-names.ts'

/** A row of the members page: a member, or a person with a pending invitation. */
export type Person<Role extends string = string> = Readonly<{
  kind: 'member' | 'invited'
  email: string
  /** The account name; empty for an invitation. */
  name: string
  displayName: string
  role: Role
  /** Where the role comes from, as shown: "Owner", "Invited". */
  status: string
  /** When an invitation ends. */
  endsAt?: string
  /** When the person joined, where the API says so. */
  joinedAt?: string
  isYou: boolean
  /** Why this role cannot be changed here. */
  fixed?: string
}>

export const keyOfPerson = ({ kind, email }: Person) => `${kind} ${email}`

export const namesOf = (people: readonly Readonly<{ display_name: string }>[]): string =>
  listNames(people.map(({ display_name }) => display_name))
