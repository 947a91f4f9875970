import { listNames } from '../../../ui/text/list-names.ts'

/** A row of the members page: a member, or a person with a pending invitation. */
export type Person<Role extends string = string> = Readonly<{
  kind: 'member' | 'invited'
  email: string
  /** What the E-mail column says, if not the address that names the person in requests. */
  shownEmail?: string
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

type Address = Readonly<{ email_verified: boolean; unverified_email: string | null }>

/** Of somebody who joined with a copied link: nobody has shown that the address is theirs. */
export const shownEmailOf = ({ email_verified, unverified_email }: Address) =>
  email_verified
    ? {}
    : { shownEmail: unverified_email ? `${unverified_email} (not verified)` : 'Not verified' }

export const keyOfPerson = ({ kind, email }: Person) => `${kind} ${email}`

export const namesOf = (people: readonly Readonly<{ display_name: string }>[]): string =>
  listNames(people.map(({ display_name }) => display_name))
