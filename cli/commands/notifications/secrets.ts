import { dataOf } from '../../../client/api-client.ts'
import type { Command, Group } from '../../command.ts'
import { confirm, YES } from '../../terminal/confirm.ts'
import { toJson } from '../../terminal/output.ts'
import { NOTIFICATIONS, SUBSCRIPTION, targetOf } from './target.ts'

const add: Command = {
  name: 'add <name>',
  about:
    'create a second secret for a web hook and print it once; messages are then signed with both',
  example: 'SECRET=$(binnacle notifications secrets add hook --subscription sub-a)',
  options: [SUBSCRIPTION],
  async run(context, given) {
    const params = await targetOf(context, given)
    const client = await context.notifications()
    const created = await dataOf(client.POST(`${NOTIFICATIONS}/{name}/secrets`, { params }))
    const { io, format } = context
    if (format === 'json') return io.out(toJson(created))
    io.out(`${created.secret}\n`)
    io.printStatus(
      'Store the secret now; it is not shown again. The previous one stays valid until you delete it: see binnacle notifications secrets delete-previous --help\n',
    )
  },
}

const deletePrevious: Command = {
  name: 'delete-previous <name>',
  about: 'delete the previous secret of a web hook',
  example: 'binnacle notifications secrets delete-previous hook --subscription sub-a --yes',
  options: [SUBSCRIPTION, YES],
  async run(context, given) {
    const params = await targetOf(context, given)
    const { name } = params.path
    await confirm(context, given, {
      question: `Delete the previous secret of the notification ${name}?`,
      consequence: 'Receivers that use only this secret will reject the messages.',
    })
    const client = await context.notifications()
    await dataOf(client.DELETE(`${NOTIFICATIONS}/{name}/secrets/previous`, { params }))
    context.report(`Deleted the previous secret of the notification ${name}.`)
  },
}

export const secrets: Group = {
  name: 'secrets',
  about: 'manage the secrets that sign the messages of a web hook',
  commands: [add, deletePrevious],
}
