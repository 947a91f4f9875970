import { type Command, type Given, type Group, oneOf } from '../command.ts'
import { confirm, YES } from '../confirm.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure } from '../failure.ts'
import { type Crew, crewOfApp, crewOfOrg, type Invited, type Member } from '../members.ts'
import { type Column, printRows } from '../output.ts'
import { findHome, needApp } from '../places.ts'

const PLACES = [
  ['--app [owner/name]', 'of this app; of the current one if neither is named'],
  ['--org <name>', 'of this organization'],
] as const

const MEMBERS: readonly Column<Member>[] = [
  { header: 'Name', value: ({ name }) => name },
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Role', value: ({ role }) => role },
]
const INVITED: readonly Column<Invited>[] = [
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Role', value: ({ role }) => role },
  { header: 'Until', value: ({ until }) => until, kind: 'time' },
]

/** The people of an app or an organization. */
async function findCrew(context: Context, given: Given): Promise<Crew> {
  const home = await findHome(context, given)
  const client = await context.appManagement()
  if (home.kind === 'org') return crewOfOrg(client, home.org_name)
  return crewOfApp(client, home.kind === 'app' ? home.app : await needApp(context, undefined))
}

const list: Command = {
  name: 'list',
  about: 'the members of an app or organization, or those invited',
  example: 'binnacle members list --app ada/tide-tables',
  options: [...PLACES, ['--invited', 'those who have not answered yet']],
  async run(context, given) {
    const crew = await findCrew(context, given)
    if (given.flag('invited')) {
      const { people, body } = await crew.invited()
      return printRows(context, people, INVITED, body)
    }
    const { people, body } = await crew.members()
    printRows(context, people, MEMBERS, body)
  },
}

const invite: Command = {
  name: 'invite <email>',
  about: 'invite somebody to an app or organization',
  example: 'binnacle members invite bob@example.com --role viewer --app ada/tide-tables',
  options: [
    ['--role <role>', 'app: manager, developer, viewer; organization: admin, collaborator, member'],
    ...PLACES,
  ],
  async run(context, given) {
    const [email = ''] = given.args
    const crew = await findCrew(context, given)
    const role = given.text('role')
    await crew.invite(email, role === undefined ? undefined : oneOf(crew.roles, role, '--role'))
    context.report(`Invited ${email} to ${crew.name}.`)
  },
}

const setRole: Command = {
  name: 'set-role <person> <role>',
  about: 'change what a member, or somebody invited, may do',
  example: 'binnacle members set-role cleo developer --app ada/tide-tables',
  options: PLACES,
  async run(context, given) {
    const [person = '', wanted = ''] = given.args
    const crew = await findCrew(context, given)
    const role = oneOf(crew.roles, wanted, 'The role')
    const found = await findPerson(crew, person)
    await (found.isInvited ? crew.setInvitedRole(found.email, role) : crew.setRole(found, role))
    context.report(`${person} is ${role} in ${crew.name} now.`)
  },
}

const remove: Command = {
  name: 'remove <person>',
  about: 'take a member out, or withdraw an invitation',
  example: 'binnacle members remove dan --app ada/tide-tables --yes',
  options: [...PLACES, ['--revoke-tokens', 'also end the API tokens they made here'], YES],
  async run(context, given) {
    const [person = ''] = given.args
    const revokesTokens = given.flag('revokeTokens')
    const crew = await findCrew(context, given)
    const found = await findPerson(crew, person)
    await confirm(context, given, {
      deed: found.isInvited
        ? `Withdraw the invitation of ${person}?`
        : `Remove ${person} from ${crew.name}?`,
      consequence: consequenceOf(found, revokesTokens),
    })
    if (found.isInvited) await crew.withdraw(found.email)
    else tellLeft(context, person, await crew.remove(found, revokesTokens))
    context.report(`${person} is out of ${crew.name}.`)
  },
}

function consequenceOf({ isInvited }: Found, revokesTokens: boolean): string {
  if (isInvited) return 'It cannot be accepted any more.'
  const tokens = revokesTokens ? 'end with it' : 'stay; --revoke-tokens ends them'
  return `They lose access at once. API tokens they made here ${tokens}.`
}

/** Not asked for with --yes, and no less important then. */
function tellLeft({ io }: Context, person: string, left: number): void {
  if (left === 0) return
  const what = left === 1 ? '1 API token that' : `${left} API tokens that`
  io.talk(`${what} ${person} made here still work${left === 1 ? 's' : ''}.\n`)
}

type Found = Member & Readonly<{ isInvited: boolean }>

/** By name or e-mail, among the members and then among those invited. */
async function findPerson(crew: Crew, person: string): Promise<Found> {
  const key = person.toLowerCase()
  const { people } = await crew.members()
  const member = people.find(({ name, email }) =>
    [name, email].some((at) => at.toLowerCase() === key),
  )
  if (member) return { ...member, isInvited: false }
  const invited = (await crew.invited()).people.find(({ email }) => email.toLowerCase() === key)
  if (invited) return { name: person, email: invited.email, role: invited.role, isInvited: true }
  throw new Failure(
    EXIT.missing,
    'NoSuchMember',
    `${person} is neither a member of ${crew.name} nor invited to it.`,
    `See who is: binnacle members list ${crew.option} ${crew.name}`,
  )
}

export const members: Group = {
  name: 'members',
  about: 'who belongs to an app or organization',
  commands: [list, invite, setRole, remove],
}
