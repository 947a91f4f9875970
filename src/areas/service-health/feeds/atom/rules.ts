import { type FeedEvent, nameOfType, titleOf, toText } from '../text/rules.ts'

export type AtomFeed = Readonly<{
  /** A URI that never changes. */
  id: string
  title: string
  subtitle?: string | undefined
  events: readonly FeedEvent[]
  idOf: (trackingId: string) => string
  /** Where people read an event. */
  linkTo: (trackingId: string) => string
}>

/** A feed has a time, even without events. */
const WITHOUT_EVENTS = 0

/** RFC 4287. */
export function toAtom(feed: AtomFeed): string {
  const latest = Math.max(...feed.events.map(({ updatedAt }) => updatedAt.getTime()))
  const updatedAt = new Date(feed.events.length > 0 ? latest : WITHOUT_EVENTS)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', feed.id),
    element('title', feed.title),
    ...(feed.subtitle === undefined ? [] : [element('subtitle', feed.subtitle)]),
    element('updated', updatedAt.toISOString()),
    `<author>${element('name', 'Binnacle')}</author>`,
    ...feed.events.map((event) => toEntry(event, feed)),
    '</feed>\n',
  ].join('\n')
}

function toEntry(event: FeedEvent, { idOf, linkTo }: AtomFeed): string {
  const { trackingId, properties, updatedAt } = event
  const { eventType, status, eventLevel } = properties
  return [
    '<entry>',
    element('id', idOf(trackingId)),
    element('title', titleOf(event)),
    element('updated', updatedAt.toISOString()),
    `<link rel="alternate" href="${escapeXml(linkTo(trackingId))}"/>`,
    ...categories({ type: eventType, status, level: eventLevel }, nameOfType(eventType)),
    `<content type="text">${escapeXml(toText(event))}</content>`,
    '</entry>',
  ].join('\n')
}

const categories = (terms: Readonly<Record<string, string | undefined>>, typeName: string) =>
  Object.entries(terms).flatMap(([scheme, term]) =>
    term === undefined
      ? []
      : [
          `<category scheme="urn:binnacle:event:${scheme}" term="${escapeXml(term)}"${scheme === 'type' ? ` label="${escapeXml(typeName)}"` : ''}/>`,
        ],
  )

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
}
/** Characters that no XML document can contain, not even as a reference. */
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

export const escapeXml = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(NO_XML, '\u{fffd}')
    .replaceAll(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? character)

/** Of an IPv6 address, the digits, because ids have no colons. */
export const toHostName = (url: string) =>
  new URL(url).hostname.replaceAll(/[^A-Za-z0-9.-]+/g, '-').replaceAll(/^-|-$/g, '')

/** RFC 4151: an id that stays the same wherever the entry is read. */
export const toTag = (host: string, name: string) => `tag:${host},2026:${name}`
