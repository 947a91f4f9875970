import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/subscriptions.ts'
import { listAll } from '../../client/pages.ts'
import type { Command, Group } from '../command.ts'
import { type Column, printRows } from '../terminal/output.ts'

type Subscription = components['schemas']['OwnSubscription']

const VERSION = '2022-12-01'

const COLUMNS: readonly Column<Subscription>[] = [
  { header: 'Subscription', value: ({ subscriptionId }) => subscriptionId },
  { header: 'Name', value: ({ displayName }) => displayName, kind: 'prose' },
  { header: 'Organization', value: ({ tenantId }) => tenantId, isExtra: true },
]

const list: Command = {
  name: 'list',
  about: 'list the subscriptions on which you have a role',
  example: 'binnacle subscriptions list',
  async run(context) {
    const client = await context.subscriptions()
    const found = await listAll((cursor) =>
      dataOf(
        client.GET('/subscriptions', {
          params: { query: { 'api-version': VERSION, ...(cursor && { $skipToken: cursor }) } },
        }),
      ),
    )
    printRows(context, found, COLUMNS)
    if (found.length === 0 && context.io.stderrIsTty) {
      context.io.printStatus(
        'You do not have a role on any subscription. Ask your administrator for one.\n',
      )
    }
  },
}

export const subscriptions: Group = {
  name: 'subscriptions',
  about: 'view the subscriptions whose events and quota you can read',
  commands: [list],
}
