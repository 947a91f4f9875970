import { readFile } from 'node:fs/promises'
import { dataOf } from '../../client/api-client.ts'
import type { components } from '../../client/generated/operator.ts'
import { type Command, type Given, type Group, oneOf } from '../command.ts'
import { YES } from '../confirm.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import { printName } from '../output.ts'

type NewEvent = components['schemas']['NewEvent']
type EventReach = components['schemas']['EventReach']
type EventUpdate = components['schemas']['EventUpdate']
type EventResolution = components['schemas']['EventResolution']

const TYPES: readonly NewEvent['eventType'][] = [
  'ServiceIssue',
  'PlannedMaintenance',
  'HealthAdvisory',
  'RCA',
  'EmergingIssues',
  'SecurityAdvisory',
  'Billing',
]
const LEVELS = ['Critical', 'Error', 'Warning', 'Informational'] as const

const FILE = [
  '--file <path>',
  'the whole body as JSON, or - for stdin, in place of the other options',
] as const
const FACTS = [
  ['--title <text>', 'one line that says what it is'],
  ['--summary <text>', 'what is known'],
  ['--level <level>', `one of ${LEVELS.join(', ')}`],
] as const

const publish: Command = {
  name: 'publish',
  about: 'tell those concerned, and print the tracking id',
  example:
    'binnacle operator events publish --type ServiceIssue --title "Slow writes" --service Storage --region "West US"',
  options: [
    ['--type <type>', `one of ${TYPES.join(', ')}`],
    ...FACTS,
    ['--service <name>...', 'a service that is concerned'],
    ['--region <name>...', 'a region of those services; all of them otherwise'],
    ['--everyone', 'for every subscription, whatever it uses'],
    ['--to <subscription>...', 'for these subscriptions only'],
    ['--tracking-id <id>', 'made by the server otherwise'],
    ['--force', 'register services and regions that are not known yet'],
    YES,
    FILE,
  ],
  async run(context, given) {
    const typed = (await readBody<NewEvent>(context, given)) ?? toNewEvent(given)
    const body = given.flag('force') ? { ...typed, allowUnknownNames: true } : typed
    const client = await context.operator()
    const reach = await dataOf(client.POST('/operator/v1/events/reach', { body }))
    await confirmReach(context, given, reach)
    const event = await dataOf(client.POST('/operator/v1/events', { body }))
    printName(context, event.trackingId, event)
    context.report(`Published ${event.trackingId}.`)
  },
}

/** A person at a terminal is asked. A script goes on, and is told when nobody would be reached. */
async function confirmReach(
  { io, report }: Context,
  given: Given,
  { summary, subscriptions, registers }: EventReach,
): Promise<void> {
  const names = registers ? [...registers.services, ...registers.regions] : []
  const registered = names.length > 0 ? ` It registers ${names.join(', ')}.` : ''
  const told = `The event reaches ${summary}.${registered}`
  const answer = given.flag('yes') ? undefined : await io.ask(`${told}\nType yes to publish it: `)
  if (answer === undefined) {
    if (subscriptions === 0) io.talk(`${told}\n`)
    else report(told)
  } else if (answer.trim() !== 'yes') {
    throw new Failure(EXIT.failed, 'NotConfirmed', 'Nothing was published.')
  }
}

function toNewEvent(given: Given): NewEvent {
  const trackingId = given.text('trackingId')
  const [services, regions] = [given.list('service'), given.list('region')]
  const impact = services.map((impactedService) => ({
    impactedService,
    impactedRegions: [...regions],
  }))
  return {
    audience: toAudience(given),
    eventType: oneOf(TYPES, given.need('type'), '--type'),
    properties: toFacts(given),
    ...(trackingId !== undefined && { trackingId }),
    ...(impact.length > 0 && { impact }),
  }
}

function toAudience(given: Given): NewEvent['audience'] {
  const subscriptions = given.list('to')
  if (given.flag('everyone')) return { kind: 'everyone' }
  if (subscriptions.length > 0) return { kind: 'subscriptions', subscriptions: [...subscriptions] }
  if (given.list('service').length > 0) return { kind: 'footprint' }
  throw usage(
    'Nothing says whom it concerns.',
    'Name services with --service, subscriptions with --to, or say --everyone.',
  )
}

function toFacts(given: Given): NonNullable<NewEvent['properties']> {
  const [title, summary, level] = [given.text('title'), given.text('summary'), given.text('level')]
  return {
    ...(title !== undefined && { title }),
    ...(summary !== undefined && { summary }),
    ...(level !== undefined && { eventLevel: oneOf(LEVELS, level, '--level') }),
  }
}

async function readBody<Body>({ io }: Context, given: Given): Promise<Body | undefined> {
  const file = given.text('file')
  if (file === undefined) return undefined
  const text = file === '-' ? await io.readInput() : await readText(file)
  try {
    return JSON.parse(text) as Body
  } catch (error) {
    throw usage(`${file} is not JSON: ${(error as Error).message}.`)
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw usage(
      `${file} cannot be read: ${(error as Error).message}.`,
      'Name a file, or - for stdin.',
    )
  }
}

const update: Command = {
  name: 'update <event>',
  about: 'say what is known now',
  example: 'binnacle operator events update $EVENT --say "The cause is found." --level Critical',
  options: [['--say <text>', 'an update that everybody concerned reads'], ...FACTS, FILE],
  async run(context, given) {
    const [tracking_id = ''] = given.args
    const body = (await readBody<EventUpdate>(context, given)) ?? toUpdate(given)
    const client = await context.operator()
    const event = await dataOf(
      client.POST('/operator/v1/events/{tracking_id}/updates', {
        params: { path: { tracking_id } },
        body,
      }),
    )
    if (context.format === 'json') printName(context, event.trackingId, event)
    context.report(`Updated ${event.trackingId}.`)
  },
}

function toUpdate(given: Given): EventUpdate {
  const said = given.text('say')
  const properties = toFacts(given)
  const hasFacts = Object.keys(properties).length > 0
  if (said === undefined && !hasFacts) {
    throw usage('Nothing is new.', 'Say it with --say, --title, --summary or --level.')
  }
  return { ...(said !== undefined && { summary: said }), ...(hasFacts && { properties }) }
}

const resolve: Command = {
  name: 'resolve <event>',
  about: 'say that it is over',
  example: 'binnacle operator events resolve $EVENT --say "Writes are as fast as before."',
  options: [['--say <text>', 'a last word that everybody concerned reads'], FILE],
  async run(context, given) {
    const [tracking_id = ''] = given.args
    const said = given.text('say')
    const typed: EventResolution = said === undefined ? {} : { summary: said }
    const body = (await readBody<EventResolution>(context, given)) ?? typed
    const client = await context.operator()
    const event = await dataOf(
      client.POST('/operator/v1/events/{tracking_id}/resolve', {
        params: { path: { tracking_id } },
        body,
      }),
    )
    if (context.format === 'json') printName(context, event.trackingId, event)
    context.report(`Resolved ${event.trackingId}.`)
  },
}

export const operatorEvents: Group = {
  name: 'events',
  about: 'publish what is broken, and say when it is not',
  commands: [publish, update, resolve],
}
