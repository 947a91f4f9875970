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
  isYou: boolean
  /** Why nobody can change this role here, in the words of the API. */
  fixed?: string
}>

export const keyOfPerson = ({ kind, email }: Person) => `${kind} ${email}`

const list = new Intl.ListFormat('en', { type: 'conjunction' })
const MOST_NAMES = 5

/** "Ada, Grace, and 3 others": whom to ask. */
export function namesOf(people: readonly Readonly<{ display_name: string }>[]): string {
  const names = people.map(({ display_name }) => display_name)
  const left = names.length - MOST_NAMES
  return list.format(left > 0 ? [...names.slice(0, MOST_NAMES), `${left} others`] : names)
}

/** "a developer", "an admin". */
export const withArticle = (role: string) => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`
