/** What a mail says. It becomes plain text and HTML; none of it is ever taken for markup. */
export type Message = Readonly<{
  title: string
  paragraphs: readonly string[]
  link?: Link
  /** Below everything else, in small letters. */
  lastLink?: Link
}>
type Link = Readonly<{ label: string; url: string }>

/** On one line: a line break in a subject would begin another header. */
export const toLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const toLines = (link: Link | undefined) => (link ? [`${link.label}:`, link.url] : [])

export const toText = ({ title, paragraphs, link, lastLink }: Message): string =>
  [title, ...paragraphs, ...toLines(link), ...toLines(lastLink), '']
    .map(toLine)
    .join('\n\n')
    .trimEnd()
    .concat('\n')

/** As text in HTML, on one line. */
export const toMarkup = (text: string): string =>
  toLine(text).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const FONT = 'font-family: system-ui, sans-serif; font-size: 16px; line-height: 1.5'
const BUTTON =
  'display: inline-block; padding: 10px 18px; border-radius: 4px; background: #0b5cad; color: #ffffff; text-decoration: none'

/** No picture, no script and no style sheet: nothing is loaded when it is read. */
export function toHtml({ title, paragraphs, link, lastLink }: Message): string {
  const lines = [
    `<h1 style="font-size: 20px; margin: 0 0 16px">${toMarkup(title)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin: 0 0 16px">${toMarkup(text)}</p>`),
    ...(link ? toButton(link) : []),
    ...(lastLink ? [toSmallLink(lastLink)] : []),
  ]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${toMarkup(title)}</title></head>
<body style="margin: 0; padding: 24px; background: #ffffff; color: #1f1f1f; ${FONT}">
<div style="max-width: 560px; margin: 0 auto">
${lines.join('\n')}
</div>
</body>
</html>
`
}

const toSmallLink = ({ label, url }: Link) =>
  `<p style="margin: 24px 0 0; font-size: 14px"><a href="${toMarkup(url)}" style="color: #0b5cad">${toMarkup(label)}</a></p>`

const toButton = ({ label, url }: Link) => [
  `<p style="margin: 0 0 16px"><a href="${toMarkup(url)}" style="${BUTTON}">${toMarkup(label)}</a></p>`,
  `<p style="margin: 0; font-size: 14px; color: #5c5c5c; word-break: break-all">${toMarkup(url)}</p>`,
]
