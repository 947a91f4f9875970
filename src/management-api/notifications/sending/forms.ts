import { Webhook } from 'standardwebhooks'
import type { RealTime } from '../../../platform/time.ts'
import type { DeliveryKind, NotificationKind } from '../rules.ts'
import type { Notice } from './notice.ts'

export type Message = Readonly<{
  deliveryId: string
  subscriptionId: string
  kind: DeliveryKind
  /** What it is about; a test is about the notification. */
  subject: string
  source: string
  notice: Notice
}>

export type Call = Readonly<{ headers: Readonly<Record<string, string>>; body: string }>

export const MESSAGE_TYPES: Readonly<Record<DeliveryKind, string>> = {
  event: 'binnacle.service-health.event',
  removed: 'binnacle.service-health.event.removed',
  test: 'binnacle.notification.test',
  'quota-request': 'binnacle.quota.request',
  'quota-usage': 'binnacle.quota.usage',
  maintenance: 'binnacle.service-health.maintenance',
  'resource-health': 'binnacle.service-health.resource',
}

/** `secrets`: while one is replaced, a webhook is signed with both. */
export function toCall(
  form: NotificationKind,
  message: Message,
  secrets: readonly string[],
  at: RealTime,
): Call {
  if (form === 'slack') return toJsonCall(toSlack(message))
  if (form === 'teams') return toJsonCall(toTeams(message))
  const body = toCloudEvent(message)
  const { deliveryId } = message
  return {
    headers: {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'webhook-id': deliveryId,
      // The receiver compares it with its own clock.
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets
        .map((secret) => new Webhook(secret).sign(deliveryId, at, body))
        .join(' '),
    },
    body,
  }
}

const toJsonCall = (body: object): Call => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})

/** CloudEvents 1.0, structured. The data is inserted as the text that lists have. */
function toCloudEvent({ deliveryId, kind, subject, source, notice }: Message): string {
  const attributes = JSON.stringify({
    specversion: '1.0',
    id: deliveryId,
    source,
    type: MESSAGE_TYPES[kind],
    subject,
    time: notice.at.toISOString(),
    datacontenttype: 'application/json',
  })
  return `${attributes.slice(0, -1)},"data":${notice.data}}`
}

const LONGEST_TITLE = 300
const LONGEST_VALUE = 380
const LONGEST_TEXT = 2500

/** At most so many characters, without half of one. */
function cut(text: string, most: number): string {
  const characters = Array.from(text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' '))
  return characters.length <= most
    ? characters.join('')
    : `${characters.slice(0, most - 1).join('')}…`
}

const PREFIXES: Partial<Record<DeliveryKind, string>> = {
  test: 'Test: ',
  removed: 'No longer affects you: ',
}

/** The mark of a drill stays in front. */
export function titleOf({ kind, notice: { title } }: Message): string {
  const prefix = PREFIXES[kind]
  const prefixed = prefix ? title.replace(/^(\[Drill\] )?/, `$1${prefix}`) : title
  return cut(prefixed, LONGEST_TITLE)
}

export const listDetails = ({ subscriptionId, notice }: Message): [name: string, value: string][] =>
  [...notice.details, ['Subscription', subscriptionId] as const].flatMap(([name, value]) =>
    value ? [[name, cut(value, LONGEST_VALUE)]] : [],
  )

export const textOf = ({ notice: { text } }: Message) => (text ? [cut(text, LONGEST_TEXT)] : [])

/** Slack's own characters: without this, a text could mention people or hide where a link leads. */
const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function toSlack(message: Message): object {
  const title = titleOf(message)
  const fields = listDetails(message).map(([name, value]) => ({
    type: 'mrkdwn',
    text: `*${name}*\n${escapeSlack(value)}`,
  }))
  return {
    text: escapeSlack(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(title, 150), emoji: false } },
      { type: 'section', fields },
      ...textOf(message).map((text) => ({
        type: 'section',
        text: { type: 'plain_text', text, emoji: false },
      })),
    ],
  }
}

/** Adaptive Cards read Markdown in texts. */
const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_{}[\]()#+.!~>|-]/g, '\\$&')

const toTeams = (message: Message): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          {
            type: 'TextBlock',
            size: 'Large',
            weight: 'Bolder',
            wrap: true,
            text: escapeMarkdown(titleOf(message)),
          },
          ...listDetails(message).map(([name, value]) => ({
            type: 'TextBlock',
            wrap: true,
            text: `**${name}:** ${escapeMarkdown(value)}`,
          })),
          ...textOf(message).map((text) => ({
            type: 'TextBlock',
            wrap: true,
            text: escapeMarkdown(text),
          })),
        ],
      },
    },
  ],
})
