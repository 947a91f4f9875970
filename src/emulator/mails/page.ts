import { toHtml, toMarkup, toText } from '../../platform/mail/message.ts'
import type { RecordedMail } from './mails.ts'

const STYLES = `
body { margin: 0 auto; max-width: 760px; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif; color: #1f1f1f; background: #f7f7f7 }
h1 { font-size: 24px } h2 { font-size: 18px; margin: 0 0 4px; overflow-wrap: anywhere }
article { background: #fff; border: 1px solid #d6d6d6; border-radius: 6px; padding: 16px; margin: 0 0 16px }
.about { color: #5c5c5c; margin: 0 0 12px; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; background: #f7f7f7; padding: 12px; margin: 0 0 12px }
iframe { box-sizing: border-box; width: 100%; height: 420px; border: 1px solid #d6d6d6; background: #fff }
a { color: #0b5cad } a:focus-visible, summary:focus-visible { outline: 2px solid #0b5cad; outline-offset: 2px }
@media (prefers-color-scheme: dark) {
  body { color: #ececec; background: #1a1a1a } article { background: #262626; border-color: #454545 }
  pre { background: #1a1a1a } .about { color: #b5b5b5 } a { color: #7ab8f5 }
}`

/** No script runs on it. What a mail says in HTML is in a frame that may do nothing. */
export const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

export const toMailPage = (mails: readonly RecordedMail[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail · Binnacle emulator</title>
<style>${STYLES}</style>
</head>
<body>
<main>
<h1>Mail</h1>
<p>${mails.length === 0 ? 'No e-mails yet.' : `The last ${mails.length === 1 ? 'e-mail' : `${mails.length} e-mails`}, newest first.`} An emulator keeps up to 100 of them in memory. It sends them only if <code>SMTP</code> is set. To see newer e-mails, reload the page.</p>
${mails.map(toArticle).join('\n')}
</main>
</body>
</html>
`

function toArticle({ to, at, message }: RecordedMail): string {
  const { title, link } = message
  return `<article>
<h2>${toMarkup(title)}</h2>
<p class="about">To ${toMarkup(to)}, ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</p>
<pre>${toText(message).split('\n').map(toMarkup).join('\n')}</pre>
${link ? `<p><a href="${toMarkup(link.url)}" rel="noreferrer">${toMarkup(link.label)}</a></p>` : ''}
<details><summary>As HTML</summary>
<iframe title="${toMarkup(title)} as HTML" sandbox srcdoc="${escapeAll(toHtml(message))}"></iframe>
</details>
</article>`
}

/** With its lines, which `toMarkup` would join. */
const escapeAll = (html: string): string =>
  html.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
