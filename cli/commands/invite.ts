import { ApiError } from '../../client/api-error.ts'
import { type ListedPerson, readInvitationList } from '../../client/invitation-list.ts'
import { type Command, oneOf } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure, isRetryable, usage } from '../failure.ts'
import {
  APP_ROLES,
  findMemberApi,
  type InvitationLink,
  type MemberApi,
  ORG_ROLES,
  TARGET_OPTIONS,
} from '../members.ts'
import { type Column, printName, printRows } from '../terminal/output.ts'
import { readText } from '../terminal/read-text.ts'

type Result = Readonly<{
  email: string
  role: string
  outcome: string
  link?: InvitationLink
  isInvited: boolean
}>

const RESULTS: readonly Column<Result>[] = [
  { header: 'E-mail', value: ({ email }) => email },
  { header: 'Role', value: ({ role }) => role },
  { header: 'Result', value: ({ outcome }) => outcome, kind: 'prose' },
]
const LINKS: readonly Column<Result>[] = [
  ...RESULTS,
  { header: 'Link', value: ({ link }) => link?.url },
]

export const invite: Command = {
  name: 'invite [email]',
  about: 'invite one or more people to an app or organization',
  example: 'binnacle members invite bob@example.com --role viewer --app ada/tide-tables',
  options: [
    ['--role <role>', `app: ${APP_ROLES.join(', ')}; organization: ${ORG_ROLES.join(', ')}`],
    [
      '--csv <file>',
      'read the people to invite from a CSV file with the columns email and role (- for stdin)',
    ],
    [
      '--link',
      'print a link that you can pass on, with which anyone who can sign in can accept the invitation once; nobody can create an account with a password with it',
    ],
    ...TARGET_OPTIONS,
  ],
  async run(context, given) {
    const [email = ''] = given.args
    const file = given.text('csv')
    if ((file === undefined) === (email === '')) {
      throw usage('Specify an e-mail address, or a list with --csv.')
    }
    const members = await findMemberApi(context, given)
    const named = given.text('role')
    const role = named === undefined ? undefined : oneOf(members.roles, named, '--role')
    const wantsLink = given.flag('link')
    if (file === undefined) return inviteOne(context, members, { email, role, wantsLink })
    await inviteAll(context, members, await readList(context, members, file, role), wantsLink)
  },
}

type One = Readonly<{ email: string; role: string | undefined; wantsLink: boolean }>

async function inviteOne(
  context: Context,
  members: MemberApi,
  { email, role, wantsLink }: One,
): Promise<void> {
  const isMailed = await members.invite(email, role)
  if (wantsLink) {
    const link = await members.copyLink(email)
    printName(context, link.url, link)
  }
  context.report(`Invited ${email} to ${members.name}. ${mailedOf(isMailed)}`)
  if (!isMailed && !wantsLink && context.io.stderrIsTty) {
    context.io.printStatus(
      `No e-mail was sent. For a link that you can pass on, run the command again with --link. Otherwise, ask them to run: binnacle invitations accept ${members.name}\n`,
    )
  }
}

const mailedOf = (isMailed: boolean) =>
  isMailed ? 'An e-mail with a link was sent.' : 'No e-mail was sent.'

/** Nobody is invited unless the whole list can be read. */
async function readList(
  { io }: Context,
  { roles, usualRole }: MemberApi,
  file: string,
  role = usualRole,
): Promise<readonly ListedPerson<string>[]> {
  const { people, faults } = readInvitationList(await readText(io, file), roles, role)
  if (faults.length > 0) {
    const lines = faults.map(({ line, fault }) => `Line ${line}: ${fault}`)
    throw usage(
      `Nobody was invited. ${lines.join('\n')}`,
      'Correct the list and run the command again.',
    )
  }
  if (people.length === 0) {
    throw usage(
      `${file} does not list anyone.`,
      'Each line contains an e-mail address and a role: a@b.com,viewer',
    )
  }
  return people
}

/** One after the other: a person who cannot be invited does not keep the others out. */
async function inviteAll(
  context: Context,
  members: MemberApi,
  people: readonly ListedPerson<string>[],
  wantsLink: boolean,
): Promise<void> {
  const results: Result[] = []
  try {
    for (const { email, role } of people) {
      results.push({ email, role, ...(await tryToInvite(members, email, role, wantsLink)) })
    }
  } finally {
    // Also if it stops in between: links are shown once.
    if (results.length > 0) printResults(context, results, wantsLink)
  }
  const failed = results.filter(({ isInvited }) => !isInvited)
  context.report(`Invited ${results.length - failed.length} of ${people.length} people.`)
  if (failed.length === 0) return
  throw new Failure(
    EXIT.failed,
    'NotAllInvited',
    `${failed.length} of ${results.length} people were not invited to ${members.name}.`,
    'Fix the problems shown in the results, then run the command again with only these people.',
  )
}

function printResults(context: Context, results: readonly Result[], wantsLink: boolean): void {
  const body = results.map(({ isInvited: invited, link, ...result }) => ({
    ...result,
    invited,
    ...(link && { link: link.url }),
  }))
  printRows(context, results, wantsLink ? LINKS : RESULTS, body)
}

async function tryToInvite(
  members: MemberApi,
  email: string,
  role: string,
  wantsLink: boolean,
): Promise<Pick<Result, 'outcome' | 'isInvited' | 'link'>> {
  try {
    const isMailed = await members.invite(email, role)
    const outcome = `Invited. ${mailedOf(isMailed)}`
    if (!wantsLink) return { outcome, isInvited: true }
    return { outcome, isInvited: true, link: await members.copyLink(email) }
  } catch (error) {
    // What concerns this person alone is told; a server that is away concerns everybody.
    if (!(error instanceof ApiError) || isRetryable(error) || error.status === 401) throw error
    return { outcome: error.message, isInvited: false }
  }
}
