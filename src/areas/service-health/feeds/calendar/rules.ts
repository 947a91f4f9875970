import { endOf, type FeedEvent, isFalsePositive, titleOf, toText, whereOf } from '../text/rules.ts'

export type Calendar = Readonly<{
  title: string
  events: readonly FeedEvent[]
  uidOf: (trackingId: string) => string
  linkTo: (trackingId: string) => string
}>

/** RFC 5545, with what RFC 7986 adds about whole calendars. */
export function toCalendar({ title, events, uidOf, linkTo }: Calendar): string {
  const components = events.flatMap((event) => toComponent(event, { uidOf, linkTo }))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Binnacle//Planned maintenance//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(title)}`,
    `X-WR-CALNAME:${escapeText(title)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...(components.length > 0 ? components : UTC),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** A calendar must have a component, and this one says nothing. */
const UTC = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function toComponent(event: FeedEvent, { uidOf, linkTo }: Pick<Calendar, 'uidOf' | 'linkTo'>) {
  const { trackingId, properties, updatedAt, revisions } = event
  const { impactStartTime, eventLevel } = properties
  if (impactStartTime === undefined) return []
  const begin = new Date(impactStartTime)
  const end = endOf(properties)
  const where = whereOf(properties)
  return [
    'BEGIN:VEVENT',
    `UID:${uidOf(trackingId)}`,
    `DTSTAMP:${toTime(updatedAt)}`,
    `LAST-MODIFIED:${toTime(updatedAt)}`,
    `SEQUENCE:${revisions - 1}`,
    `DTSTART:${toTime(begin)}`,
    ...(end && end > begin ? [`DTEND:${toTime(end)}`] : []),
    `SUMMARY:${escapeText(titleOf(event))}`,
    `DESCRIPTION:${escapeText(toText(event))}`,
    ...(where ? [`LOCATION:${escapeText(where)}`] : []),
    ...(eventLevel ? [`CATEGORIES:${escapeText(eventLevel)}`] : []),
    `URL:${linkTo(trackingId)}`,
    `STATUS:${isFalsePositive(properties) ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const toTime = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Other control characters than a tab are not allowed, and half a surrogate pair cannot be sent. */
const escapeText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|[\n\r\u{85}\u{2028}\u{2029}]/gu, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '\u{fffd}')

const MOST_OCTETS = 75

/** Long lines go on behind a blank. No character is cut. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > MOST_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
