import { dataOf, EMPTY_BODY } from '../../client/api-client.ts'
import type { components } from '../../client/generated/app-management.ts'
import type { Command, Group } from '../command.ts'
import { confirm, YES } from '../confirm.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure } from '../failure.ts'
import { type Column, printRows } from '../output.ts'

type Invitation = components['schemas']['ReceivedInvitation']

/** What it leads to, as other commands name it: `owner/app`, or the name of an organization. */
const placeOf = ({ owner_name, app_name }: Invitation) =>
  app_name === null ? owner_name : `${owner_name}/${app_name}`

const COLUMNS: readonly Column<Invitation>[] = [
  { header: 'To', value: placeOf },
  { header: 'Kind', value: ({ type }) => (type === 'app' ? 'app' : 'organization') },
  { header: 'Role', value: ({ permissions: [permission], role }) => permission ?? role ?? '' },
  { header: 'From', value: ({ invited_by }) => invited_by },
  { header: 'Until', value: ({ expires_at }) => expires_at, kind: 'time' },
]

const list: Command = {
  name: 'list',
  about: 'what you have been invited to and have not answered yet',
  example: 'binnacle invitations list',
  async run(context) {
    const invitations = await listReceived(context)
    printRows(context, invitations, COLUMNS)
    if (invitations.length === 0 && context.io.isHeard) {
      context.io.talk('You have no open invitations.\n')
    }
  },
}

const accept: Command = {
  name: 'accept <place>',
  about: 'join the app (owner/name) or organization (name) you were invited to',
  example: 'binnacle invitations accept bob/harbour-lights',
  async run(context, { args: [place = ''] }) {
    const invitation = await findInvitation(context, place)
    await answer(context, invitation, 'accept')
    context.report(`You are a member of ${placeOf(invitation)} now.`)
  },
}

const reject: Command = {
  name: 'reject <place>',
  about: 'decline the invitation to an app (owner/name) or organization (name)',
  example: 'binnacle invitations reject pilots --yes',
  options: [YES],
  async run(context, given) {
    const [place = ''] = given.args
    const invitation = await findInvitation(context, place)
    await confirm(context, given, {
      deed: `Reject the invitation to ${placeOf(invitation)}?`,
      consequence: `To join later, you need a new one from ${invitation.invited_by} or another member.`,
    })
    await answer(context, invitation, 'reject')
    context.report(`You rejected the invitation to ${placeOf(invitation)}.`)
  },
}

async function listReceived(context: Context): Promise<Invitation[]> {
  const client = await context.appManagement()
  return dataOf(client.GET('/v0.1/user/invitations'))
}

async function findInvitation(context: Context, place: string): Promise<Invitation> {
  const received = await listReceived(context)
  const found = received.find((one) => placeOf(one).toLowerCase() === place.toLowerCase())
  if (found) return found
  throw new Failure(
    EXIT.missing,
    'NoSuchInvitation',
    `You have no open invitation to ${place}.`,
    'See what you are invited to: binnacle invitations list',
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
  about: 'what you have been invited to',
  commands: [list, accept, reject],
}
