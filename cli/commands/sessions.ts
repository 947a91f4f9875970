import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/app-management.ts'
import type { Command, Group } from '../command.ts'
import { usage } from '../failure.ts'
import { confirm, YES } from '../terminal/confirm.ts'
import { type Column, printRows } from '../terminal/output.ts'

type Session = components['schemas']['UserSession']

const COLUMNS: readonly Column<Session>[] = [
  { header: 'Id', value: ({ id }) => id },
  {
    header: 'Used for',
    value: ({ clients }) => clients.map(({ name }) => name).join(', '),
    kind: 'prose',
  },
  { header: 'With', value: ({ browser }) => browser ?? '', kind: 'prose' },
  { header: 'From', value: ({ last_used_from }) => last_used_from ?? '' },
  { header: 'Last used', value: ({ last_used_at }) => last_used_at ?? '', kind: 'time' },
  { header: 'This one', value: ({ is_current }) => (is_current ? 'yes' : '') },
  { header: 'Kind', value: ({ kind }) => kind, isExtra: true },
  { header: 'Signed in', value: ({ started_at }) => started_at, kind: 'time', isExtra: true },
]

const list: Command = {
  name: 'list',
  about: 'list the browsers and applications in which you are signed in',
  example: 'binnacle sessions list',
  async run(context) {
    const client = await context.appManagement()
    printRows(context, await dataOf(client.GET('/v0.1/user/sessions')), COLUMNS)
  },
}

const end: Command = {
  name: 'end [id]',
  about: 'sign out of one session, or of all others',
  example: 'binnacle sessions end --others --yes',
  options: [['--others', 'end all sessions except this one'], YES],
  async run(context, given) {
    const [session_id] = given.args
    if ((session_id === undefined) !== given.flag('others')) {
      throw usage('Specify the id of a session, or --others.')
    }
    const what = session_id === undefined ? 'all other sessions' : `the session ${session_id}`
    await confirm(context, given, {
      question: `End ${what}?`,
      consequence: 'You will be signed out there immediately. API tokens will stay valid.',
    })
    const client = await context.appManagement()
    if (session_id === undefined) {
      await dataOf(client.POST('/v0.1/user/sessions/end', { body: { which: 'others' } }))
    } else {
      const params = { path: { session_id } }
      await dataOf(client.DELETE('/v0.1/user/sessions/{session_id}', { params }))
    }
    context.report(`Ended ${what}.`)
  },
}

export const sessions: Group = {
  name: 'sessions',
  about: 'list and end your sessions',
  commands: [list, end],
}
