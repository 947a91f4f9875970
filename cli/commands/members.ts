import { type Command, type Group, oneOf } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure } from '../failure.ts'
import {
  findMemberApi,
  type Invited,
  type Member,
  type MemberApi,
  TARGET_OPTIONS,
} from '../members.ts'
import { confirm, YES } from '../terminal/confirm.ts'
import { type Column, printRows } from '../terminal/output.ts'
import { invite } from './invite.ts'

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

const list: Command = {
  name: 'list',
  about: 'list the members of an app or organization, or the pending invitations',
  example: 'binnacle members list --app ada/tide-tables',
  options: [...TARGET_OPTIONS, ['--invited', 'list the pending invitations']],
  async run(context, given) {
    const members = await findMemberApi(context, given)
    if (given.flag('invited')) {
      const { people, body } = await members.invited()
      return printRows(context, people, INVITED, body)
    }
    const { people, body } = await members.members()
    printRows(context, people, MEMBERS, body)
  },
}

const setRole: Command = {
  name: 'set-role <person> <role>',
  about: 'change the role of a member or of an invited person',
  example: 'binnacle members set-role cleo developer --app ada/tide-tables',
  options: TARGET_OPTIONS,
  async run(context, given) {
    const [person = '', wanted = ''] = given.args
    const members = await findMemberApi(context, given)
    const role = oneOf(members.roles, wanted, 'The role')
    const found = await findPerson(members, person)
    await (found.isInvited
      ? members.setInvitedRole(found.email, role)
      : members.setRole(found, role))
    context.report(`${person} now has the role ${role} in ${members.name}.`)
  },
}

const remove: Command = {
  name: 'remove <person>',
  about: 'remove a member, or revoke an invitation',
  example: 'binnacle members remove dan --app ada/tide-tables --yes',
  options: [
    ...TARGET_OPTIONS,
    ['--revoke-tokens', 'also revoke the API tokens that the person created there'],
    YES,
  ],
  async run(context, given) {
    const [person = ''] = given.args
    const revokesTokens = given.flag('revokeTokens')
    const members = await findMemberApi(context, given)
    const found = await findPerson(members, person)
    await confirm(context, given, {
      question: found.isInvited
        ? `Revoke the invitation for ${person}?`
        : `Remove ${person} from ${members.name}?`,
      consequence: consequenceOf(found, revokesTokens),
    })
    if (found.isInvited) {
      await members.revoke(found.email)
      context.report(`Revoked the invitation for ${person} to ${members.name}.`)
      return
    }
    reportLeft(
      context,
      `${person} created for ${members.name}`,
      await members.remove(found, revokesTokens),
    )
    context.report(`Removed ${person} from ${members.name}.`)
  },
}

function consequenceOf({ isInvited }: Found, revokesTokens: boolean): string {
  if (isInvited) return 'They will no longer be able to accept it.'
  const tokens = revokesTokens ? 'be revoked' : 'stay valid; to revoke them, add --revoke-tokens'
  return `They will lose access immediately. The API tokens that they created there will ${tokens}.`
}

/** Not asked for with --yes, and no less important then. */
function reportLeft({ io }: Context, origin: string, left: number): void {
  if (left === 0) return
  const what = left === 1 ? '1 API token that' : `${left} API tokens that`
  io.printStatus(`${what} ${origin} ${left === 1 ? 'is' : 'are'} still valid.\n`)
}

type Found = Member & Readonly<{ isInvited: boolean }>

/** By name or e-mail, among the members and then among those invited. */
async function findPerson(members: MemberApi, person: string): Promise<Found> {
  const key = person.toLowerCase()
  const { people } = await members.members()
  const member = people.find(({ name, email }) =>
    [name, email].some((at) => at.toLowerCase() === key),
  )
  if (member) return { ...member, isInvited: false }
  const invited = (await members.invited()).people.find(({ email }) => email.toLowerCase() === key)
  if (invited) return { name: person, email: invited.email, role: invited.role, isInvited: true }
  throw new Failure(
    EXIT.missing,
    'NoSuchMember',
    `${person} is not a member of ${members.name} and has no invitation to it.`,
    `List the members: binnacle members list ${members.option} ${members.name}`,
  )
}

export const members: Group = {
  name: 'members',
  about: 'manage the members of an app or organization',
  commands: [list, invite, setRole, remove],
}
