import { dataOf } from '../../../client/api-client.ts'
import { FIRST_STEP_COMMANDS, type FirstStep } from '../../../client/first-steps.ts'
import type { Command } from '../../command.ts'
import { type Column, printName, printRows } from '../../terminal/output.ts'
import { findByName } from './names.ts'

const COLUMNS: readonly Column<FirstStep>[] = [
  { header: 'Step', value: ({ step }) => step },
  { header: 'Done', value: ({ is_done }) => (is_done ? 'yes' : 'no') },
  { header: 'Command', value: ({ step, is_done }) => (is_done ? '' : FIRST_STEP_COMMANDS[step]) },
]

export const firstSteps: Command = {
  name: 'first-steps',
  about: 'list what a new installation needs, and the command for each step',
  example: 'binnacle operator first-steps',
  async run(context) {
    const client = await context.operator()
    const body = await dataOf(client.GET('/operator/v1/first-steps'))
    printRows(context, body.value, COLUMNS)
  },
}

export const testMail: Command = {
  name: 'test-mail',
  about: 'send an e-mail to yourself and print the address',
  example: 'binnacle operator test-mail',
  async run(context) {
    const client = await context.operator()
    const sent = await dataOf(client.POST('/operator/v1/test-mail'))
    printName(context, sent.email, sent)
  },
}

export const promote: Command = {
  name: 'promote <account>',
  about: 'make an account an operator',
  example: 'binnacle operator promote cleo@example.com',
  async run(context, { args: [text = ''] }) {
    const client = await context.operator()
    const { id: account_id, names } = await findByName(client, 'account', text)
    await client.PATCH('/operator/v1/accounts/{account_id}', {
      params: { path: { account_id } },
      body: { is_operator: true },
    })
    context.report(`${names[0]} is now an operator.`)
  },
}
