export type Element = Readonly<{
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly Element[]
  /** Of the element itself, without that of its children. */
  text: string
}>

type Open = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

const NAME = '[A-Za-z_][A-Za-z0-9._-]*'
const TAG = new RegExp(`^<(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>`)
const END = new RegExp(`^</(${NAME})\\s*>`)
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, 'g')
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Reads a document of elements, attributes and text, and throws at whatever is not well-formed. */
export function parseXml(document: string): Element {
  const [declaration] = /^<\?xml version="1\.0" encoding="utf-8"\?>\n/.exec(document) ?? []
  if (!declaration) throw new Error('no XML declaration')
  if (FORBIDDEN.test(document)) throw new Error('a character that XML does not allow')
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let rest = document.slice(declaration.length)
  while (rest !== '') rest = rest.slice(readOne(rest, open))
  const [only] = root.children
  if (open.length !== 1 || !only || root.children.length !== 1 || root.text.trim() !== '') {
    throw new Error('not exactly one element')
  }
  return only
}

/** Answers how many characters were read. */
function readOne(rest: string, open: Open[]): number {
  const parent = open.at(-1)
  if (!parent) throw new Error('an end without a beginning')
  if (rest.startsWith('</')) return readEnd(rest, parent, open)
  if (rest.startsWith('<')) return readTag(rest, parent, open)
  const [text = ''] = /^[^<]+/.exec(rest) ?? []
  if (text.includes(']]>')) throw new Error(`not well-formed: ${text}`)
  parent.text += decode(text)
  return text.length
}

function readEnd(rest: string, parent: Open, open: Open[]): number {
  const [end, name] = END.exec(rest) ?? []
  if (!end || parent.name !== name) throw new Error(`<${parent.name}> ends as ${rest.slice(0, 80)}`)
  open.pop()
  return end.length
}

function readTag(rest: string, parent: Open, open: Open[]): number {
  const [tag, name, attributes = '', isEmpty] = TAG.exec(rest) ?? []
  if (!tag || !name) throw new Error(`not well-formed: ${rest.slice(0, 80)}`)
  const element: Open = { name, attributes: readAttributes(attributes), children: [], text: '' }
  parent.children.push(element)
  if (!isEmpty) open.push(element)
  return tag.length
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
    name,
    decode(value),
  ])
  const attributes = Object.fromEntries(pairs)
  if (Object.keys(attributes).length !== pairs.length) throw new Error('an attribute twice')
  return attributes
}

const decode = (text: string) =>
  text.replaceAll(/&([^;&]*;?)/g, (_all, reference: string) => {
    const [, name = '', digits] = /^(?:(\w+)|#(\d+));$/.exec(reference) ?? []
    const known = digits === undefined ? ENTITIES[name] : String.fromCodePoint(Number(digits))
    if (known === undefined) throw new Error(`the reference &${reference}`)
    return known
  })

export const childrenOf = ({ children }: Element, name: string) =>
  children.filter((child) => child.name === name)

/** Of the one child with this name. */
export function textOf(element: Element, name: string): string {
  const [child, ...others] = childrenOf(element, name)
  if (!child || others.length > 0) throw new Error(`not exactly one ${name}`)
  return child.text
}
