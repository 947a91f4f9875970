export const MOST_INVITED = 200

export type ListedPerson<Role extends string> = Readonly<{
  line: number
  email: string
  role: Role
}>
/** What is wrong with a line, as a sentence. */
export type ListFault = Readonly<{ line: number; fault: string }>
export type InvitationList<Role extends string> = Readonly<{
  people: readonly ListedPerson<Role>[]
  faults: readonly ListFault[]
}>

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/
const HEADER = /^e-?mail$/i

/** Lines of `email,role`: the first may be a header, and a role that is left out is `usual`. */
export function readInvitationList<Role extends string>(
  text: string,
  roles: readonly Role[],
  usual: Role,
): InvitationList<Role> {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content !== '')
  const [first] = lines
  const isHeader = first !== undefined && HEADER.test(fieldsOf(first.content)[0] ?? '')
  const rows = isHeader ? lines.slice(1) : lines
  const seen = new Set<string>()
  const people: ListedPerson<Role>[] = []
  const faults: ListFault[] = []
  for (const { line, content } of rows.slice(0, MOST_INVITED)) {
    const read = readLine(content, roles, usual, seen)
    if (typeof read === 'string') faults.push({ line, fault: read })
    else people.push({ line, ...read })
  }
  const [beyond] = rows.slice(MOST_INVITED)
  if (beyond) {
    const fault = `A list can contain at most ${MOST_INVITED} people, and this one contains ${rows.length}. Invite the others with another list.`
    faults.push({ line: beyond.line, fault })
  }
  return { people, faults }
}

function readLine<Role extends string>(
  content: string,
  roles: readonly Role[],
  usual: Role,
  seen: Set<string>,
): Readonly<{ email: string; role: Role }> | string {
  const [email = '', named = '', ...more] = fieldsOf(content)
  if (more.some((field) => field !== ''))
    return 'The line contains more than an e-mail address and a role.'
  if (!EMAIL.test(email))
    return `${email === '' ? 'An empty field' : email} is not a valid e-mail address.`
  const role = named === '' ? usual : roles.find((each) => each === named.toLowerCase())
  if (role === undefined) return `${named} is not a role. Use ${roles.join(', ')}.`
  const key = email.toLowerCase()
  if (seen.has(key)) return `${email} occurs more than once in the list.`
  seen.add(key)
  return { email, role }
}

/** Of one line: separated by commas or semicolons, some in quotes. */
function fieldsOf(content: string): string[] {
  const fields = content.match(/(?:"(?:[^"]|"")*"|[^,;"])+|(?<=[,;]|^)(?=[,;]|$)/g) ?? []
  return fields.map((field) => {
    const text = field.trim()
    return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"').trim() : text
  })
}
