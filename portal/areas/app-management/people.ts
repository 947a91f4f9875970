import { listNames } from './tokens/words.ts'

/** Somebody on the page of members: one who is there, or one who has been invited. */
export type Person<Role extends string = string> = Readonly<{
  kind: 'member' | 'invited'
  email: string
  /** The name in addresses; of whom there is an account. */
  name: string
  displayName: string
  role: Role
  /** How they come by their role, in words. */
  standing: string
  /** When an invitation ends. */
  endsAt?: string
  /** Since when somebody is there, where that is known. */
  joinedAt?: string
  isYou: boolean
  /** Why nobody can change this role here, in the words of the API. */
  fixed?: string
}>

export const keyOfPerson = ({ kind, email }: Person) => `${kind} ${email}`

/** Whom to ask. */
export const namesOf = (people: readonly Readonly<{ display_name: string }>[]): string =>
  listNames(people.map(({ display_name }) => display_name))

/** "a developer", "an admin". */
export const withArticle = (role: string) => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`
