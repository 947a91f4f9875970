import { dataOf } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/operator.ts'
import type { Command } from '../../command.ts'
import { type Column, printName, printRows } from '../../terminal/output.ts'
import { findAccount } from './names.ts'

type Step = components['schemas']['FirstStep']

/** What does each step. Whoever signs in through the issuer does so without a command, too. */
const COMMANDS: Readonly<Record<Step['step'], string>> = {
  'second-operator': 'binnacle operator promote ACCOUNT',
  mail: 'binnacle operator test-mail',
  issuer: 'binnacle login',
  organization: 'binnacle orgs create NAME',
  subscription: 'binnacle operator subscriptions create NAME --org ORG --id ID',
  services: 'binnacle operator subscriptions footprint ID --add SERVICE@REGION',
  access: 'binnacle operator access grant ID reader --group GROUP',
  drill: 'binnacle operator events publish --drill --to ID --type ServiceIssue --title TITLE',
}

const COLUMNS: readonly Column<Step>[] = [
  { header: 'Step', value: ({ step }) => step },
  { header: 'Done', value: ({ is_done }) => (is_done ? 'yes' : 'no') },
  { header: 'Command', value: ({ step, is_done }) => (is_done ? '' : COMMANDS[step]) },
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
    const { id: account_id, email } = await findAccount(client, text)
    await client.PATCH('/operator/v1/accounts/{account_id}', {
      params: { path: { account_id } },
      body: { is_operator: true },
    })
    context.report(`${email} is now an operator.`)
  },
}
