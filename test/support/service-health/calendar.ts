export type Component = Readonly<{
  name: string
  properties: ReadonlyMap<string, string>
  components: readonly Component[]
}>

type Open = { name: string; properties: Map<string, string>; components: Component[] }

const LINE = /^([A-Z][A-Z0-9-]*)((?:;[A-Z-]+=[A-Za-z0-9-]+)*):(.*)$/u
const TEXTS = new Set(['SUMMARY', 'DESCRIPTION', 'LOCATION', 'CATEGORIES', 'NAME', 'X-WR-CALNAME'])
const TIME = /^\d{8}T\d{6}Z$/
const TIMES = new Set(['DTSTAMP', 'DTSTART', 'DTEND', 'LAST-MODIFIED'])
const REQUIRED = ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY', 'SEQUENCE']

/** Reads a calendar, and throws at whatever RFC 5545 does not allow. */
export function parseCalendar(bytes: Buffer): Component {
  const root: Open = { name: '', properties: new Map(), components: [] }
  const open = [root]
  for (const line of readLines(bytes)) readLine(line, open)
  const [calendar] = root.components
  if (open.length !== 1 || root.components.length !== 1 || calendar?.name !== 'VCALENDAR') {
    throw new Error('not exactly one VCALENDAR')
  }
  if (calendar.components.length === 0) throw new Error('a calendar without a component')
  return calendar
}

/** Unfolded: as bytes, because a line may be cut anywhere but in a character. */
function readLines(bytes: Buffer): string[] {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const lines = decoder.decode(bytes).split('\r\n')
  if (lines.pop() !== '') throw new Error('the last line does not end')
  for (const line of lines) {
    if (Buffer.byteLength(line) > 75) throw new Error(`longer than 75 octets: ${line}`)
    if (/[^\P{Cc}\t]/u.test(line)) throw new Error(`a control character: ${line}`)
  }
  return lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
}

function readLine(line: string, open: Open[]): void {
  const [, name, , value = ''] = LINE.exec(line) ?? []
  const current = open.at(-1)
  if (!name || !current) throw new Error(`not a property: ${line}`)
  if (name === 'BEGIN') {
    const component: Open = { name: value, properties: new Map(), components: [] }
    current.components.push(component)
    open.push(component)
  } else if (name === 'END') {
    if (current.name !== value) throw new Error(`END:${value} ends ${current.name}`)
    if (value === 'VEVENT') requireAll(current)
    open.pop()
  } else {
    if (current.properties.has(name)) throw new Error(`${name} twice`)
    current.properties.set(name, readValue(name, value, current.name))
  }
}

function readValue(name: string, value: string, component: string): string {
  if (TEXTS.has(name)) return decode(value)
  if (TIMES.has(name) && component === 'VEVENT' && !TIME.test(value)) {
    throw new Error(`${name} is no time in UTC: ${value}`)
  }
  return value
}

function decode(text: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(text)) throw new Error(`not escaped: ${text}`)
  return text.replaceAll(/\\(.?)/gu, (_all, character: string) => {
    if (!'\\;,nN'.includes(character) || character === '') throw new Error(`not an escape: ${text}`)
    return character.toLowerCase() === 'n' ? '\n' : character
  })
}

function requireAll({ properties }: Open): void {
  const missing = REQUIRED.filter((name) => !properties.has(name))
  if (missing.length > 0) throw new Error(`without ${missing.join(', ')}`)
}

export const eventsOf = ({ components }: Component) =>
  components.filter(({ name }) => name === 'VEVENT').map(({ properties }) => properties)
