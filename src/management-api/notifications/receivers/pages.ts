import { createHash } from 'node:crypto'
import { PAGE_HEADERS } from '../../../platform/http/server/transport.ts'
import { toMarkup as safe } from '../../../platform/mail/message.ts'
import type { Purpose } from './links.ts'
import { ASKED_DAYS, type Standing } from './rules.ts'

const STYLE = `
body { margin: 0 auto; max-width: 560px; padding: 32px 16px; font: 16px/1.5 system-ui, sans-serif; color: #1f1f1f; background: #ffffff }
h1 { font-size: 24px; overflow-wrap: anywhere } p { overflow-wrap: anywhere }
button { font: inherit; padding: 10px 18px; border: 0; border-radius: 4px; background: #0b5cad; color: #ffffff; cursor: pointer }
button:focus-visible { outline: 3px solid #7ab8f5; outline-offset: 2px }
@media (prefers-color-scheme: dark) { body { color: #ececec; background: #1a1a1a } }`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** The address is the secret: it is not handed on, kept or shown in a frame. */
export const HEADERS = {
  ...PAGE_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

type About = Readonly<{ subscriptionId: string; name: string }>
type Text = Readonly<{ title: string; text: string; button?: string }>

/** `about`: none if the link names no notification. */
export function toPage(
  purpose: Purpose,
  standing: Standing,
  about: About | undefined,
): Readonly<{ status: number; html: string }> {
  const { title, text, button } = about ? toText(purpose, standing, about) : ENDED
  const form = button
    ? `<form method="post"><button type="submit" autofocus>${safe(button)}</button></form>`
    : ''
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${safe(title)} · Binnacle</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${safe(title)}</h1>
<p>${safe(text)}</p>
${form}
</main>
</body>
</html>
`
  return { status: standing === 'ended' ? 404 : 200, html }
}

const ENDED: Text = {
  title: 'This link is no longer valid',
  text: `No e-mails were started or stopped. A confirmation link is valid for ${ASKED_DAYS} days, until a newer one is sent, the notification is deleted, or its address changes.`,
}

function toText(purpose: Purpose, standing: Standing, { subscriptionId, name }: About): Text {
  if (standing === 'ended') return ENDED
  if (standing === 'stopped') {
    return {
      title: 'The e-mails are stopped',
      text: `The notification ${name} of the subscription ${subscriptionId} does not send you e-mails. To receive them again, ask the person who manages the subscription for a new confirmation e-mail.`,
    }
  }
  if (purpose === 'stop') {
    return {
      title: 'Stop these e-mails',
      text: `The notification ${name} of the subscription ${subscriptionId} will no longer send you e-mails.`,
      button: 'Stop',
    }
  }
  if (standing === 'confirmed') {
    return {
      title: 'You have confirmed',
      text: `The notification ${name} of the subscription ${subscriptionId} will send you e-mails from now on. Each e-mail contains a link to stop them.`,
    }
  }
  return {
    title: 'Confirm these e-mails',
    text: `The notification ${name} of the subscription ${subscriptionId} will send you e-mails. Each e-mail contains a link to stop them.`,
    button: 'Confirm',
  }
}
