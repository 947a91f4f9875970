import { dataOf, EMPTY_BODY } from '../../client/api-client.ts'
import type { components } from '../../client/generated/app-management.ts'
import type { Command, Group } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure } from '../failure.ts'
import { confirm, YES } from '../terminal/confirm.ts'
import { type Column, printRows } from '../terminal/output.ts'

type Invitation = components['schemas']['ReceivedInvitation']

/** What it leads to, as other commands name it: `owner/app`, or the name of an organization. */
const nameOf = ({ owner_name, app_name }: Invitation) =>
  app_name === null ? owner_name : `${owner_name}/${app_name}`

const COLUMNS: readonly Column<Invitation>[] = [
  { header: 'To', value: nameOf },
  { header: 'Kind', value: ({ type }) => (type === 'app' ? 'app' : 'organization') },
  { header: 'Role', value: ({ permissions: [permission], role }) => permission ?? role ?? '' },
  { header: 'From', value: ({ invited_by }) => invited_by },
  { header: 'Until', value: ({ expires_at }) => expires_at, kind: 'time' },
]

const list: Command = {
  name: 'list',
  about: 'list the open invitations you received',
  example: 'binnacle invitations list',
  async run(context) {
    const invitations = await listReceived(context)
    printRows(context, invitations, COLUMNS)
    if (invitations.length === 0 && context.io.stderrIsTty) {
      context.io.printStatus('You have no open invitations.\n')
    }
  },
}

const accept: Command = {
  name: 'accept <app-or-org>',
  about: 'accept an invitation to an app (owner/name) or organization (name)',
  example: 'binnacle invitations accept bob/harbour-lights',
  async run(context, { args: [target = ''] }) {
    const invitation = await findInvitation(context, target)
    await answer(context, invitation, 'accept')
    context.report(`You are now a member of ${nameOf(invitation)}.`)
  },
}

const reject: Command = {
  name: 'reject <app-or-org>',
  about: 'reject an invitation to an app (owner/name) or organization (name)',
  example: 'binnacle invitations reject pilots --yes',
  options: [YES],
  async run(context, given) {
    const [target = ''] = given.args
    const invitation = await findInvitation(context, target)
    await confirm(context, given, {
      question: `Reject the invitation to ${nameOf(invitation)}?`,
      consequence: `To join later, ask ${invitation.invited_by} for a new invitation.`,
    })
    await answer(context, invitation, 'reject')
    context.report(`You rejected the invitation to ${nameOf(invitation)}.`)
  },
}

async function listReceived(context: Context): Promise<Invitation[]> {
  const client = await context.appManagement()
  return dataOf(client.GET('/v0.1/user/invitations'))
}

async function findInvitation(context: Context, target: string): Promise<Invitation> {
  const received = await listReceived(context)
  const found = received.find((one) => nameOf(one).toLowerCase() === target.toLowerCase())
  if (found) return found
  throw new Failure(
    EXIT.missing,
    'NoSuchInvitation',
    `You have no open invitation to ${target}.`,
    'List your invitations: binnacle invitations list',
  )
}

const ADDRESSES = {
  app: {
    accept: '/v0.1/user/invitations/apps/{invitation_token}/accept',
    reject: '/v0.1/user/invitations/apps/{invitation_token}/reject',
  },
  org: {
    accept: '/v0.1/user/invitations/orgs/{invitation_token}/accept',
    reject: '/v0.1/user/invitations/orgs/{invitation_token}/reject',
  },
} as const

async function answer(
  context: Context,
  { type, token }: Invitation,
  verdict: 'accept' | 'reject',
): Promise<void> {
  const client = await context.appManagement()
  const params = { path: { invitation_token: token } }
  await client.POST(ADDRESSES[type][verdict], { params, body: EMPTY_BODY })
}

export const invitations: Group = {
  name: 'invitations',
  about: 'accept or reject the invitations you received',
  commands: [list, accept, reject],
}
