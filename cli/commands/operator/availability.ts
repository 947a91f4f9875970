import { dataOf } from '../../../client/api-client.ts'
import {
  type components,
  newAvailabilityAvailabilityStateValues,
} from '../../../client/generated/operator.ts'
import { type Command, type Group, oneOf } from '../../command.ts'
import type { Context } from '../../context.ts'
import { usage } from '../../failure.ts'

type Change = components['schemas']['AvailabilityChange']

const STATES = newAvailabilityAvailabilityStateValues
const EXAMPLE =
  '/subscriptions/sub-a/resourceGroups/yard/providers/Microsoft.Compute/virtualMachines/vm-1'

async function change(context: Context, resourceId: string, body: Change): Promise<void> {
  const [, subscription_id] = /^\/subscriptions\/([^/]+)\//i.exec(resourceId) ?? []
  if (subscription_id === undefined) {
    throw usage(
      `${resourceId} is not a resource id.`,
      'Specify a path that begins with /subscriptions/.',
    )
  }
  const client = await context.operator()
  await dataOf(
    client.PATCH('/operator/v1/subscriptions/{subscription_id}/availability', {
      params: { path: { subscription_id } },
      body,
    }),
  )
}

const set: Command = {
  name: 'set <resource>',
  about: 'set the current state of a resource',
  example: `binnacle operator availability set ${EXAMPLE} --state Degraded --summary "One of two disks is lost."`,
  options: [
    ['--state <state>', `one of ${STATES.join(', ')}`],
    ['--title <text>', 'the title of the state'],
    ['--summary <text>', 'a summary of the state'],
    ['--reason <type>', 'the reason, for example Planned or Unplanned'],
    ['--location <region>', 'the region of the resource'],
  ],
  async run(context, given) {
    const [resourceId = ''] = given.args
    const availabilityState = oneOf(STATES, given.need('state'), '--state')
    const [title, summary] = [given.text('title'), given.text('summary')]
    const [reasonType, location] = [given.text('reason'), given.text('location')]
    const state = {
      resourceId,
      availabilityState,
      ...(title !== undefined && { title }),
      ...(summary !== undefined && { summary }),
      ...(reasonType !== undefined && { reasonType }),
      ...(location !== undefined && { location }),
    }
    await change(context, resourceId, { set: [state] })
    context.report(`Set ${resourceId} to ${availabilityState}.`)
  },
}

const remove: Command = {
  name: 'remove <resource>',
  about: 'delete all states that were set for a resource',
  example: `binnacle operator availability remove ${EXAMPLE}`,
  async run(context, given) {
    const [resourceId = ''] = given.args
    await change(context, resourceId, { remove: [resourceId] })
    context.report(`Removed the states of ${resourceId}.`)
  },
}

export const operatorAvailability: Group = {
  name: 'availability',
  about: 'set the states of individual resources',
  commands: [set, remove],
}
