import { layout, safe } from '../sign-in/pages.ts'

const TITLE = 'Confirm with your second factor'

/** What the person compares with what they have just done. */
export type RequestView = Readonly<{
  secret: string
  account: string
  client: string
  signedInAt: Date
  source: string
  requestedAt: Date
  code: string
}>

const timeOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const describeRequest = ({ account, client, ...view }: RequestView) =>
  `<p><strong>${safe(client)}</strong> requests a change with the account <strong>${safe(account)}</strong>. The change requires your second factor.</p>
<p>The application shows this code:</p>
<p class="code">${safe(view.code)}</p>
<ul>
<li>Requested from ${safe(view.source)} at ${timeOf(view.requestedAt)}</li>
<li>Signed in since ${timeOf(view.signedInAt)}</li>
</ul>
<p class="note">Continue only if you just started this change yourself and the application shows the same code. If you did not, close this page and contact your administrator.</p>`

/** The second factor was just given in this browser. */
export const confirmRequestPage = (view: RequestView) =>
  layout(
    TITLE,
    `${describeRequest(view)}
<form method="post" action="/oauth2/confirm/${safe(view.secret)}">
<button type="submit">Confirm</button>
</form>`,
  )

/** It is given, or set up, on another page, which leads back to this one. */
export const leadOnPage = (
  view: RequestView,
  { action, address, note }: Readonly<{ action: string; address: string; note?: string }>,
) =>
  layout(
    TITLE,
    `${describeRequest(view)}
${note ? `<p>${safe(note)}</p>` : ''}
<p><a class="button" href="${safe(address)}">${safe(action)}</a></p>`,
  )

/** Says nothing of the request to whoever is not signed in with its account. */
export const signInFirstPage = (secret: string, other: string | undefined) =>
  layout(
    TITLE,
    `<p>${
      other === undefined
        ? 'Sign in with the account that requested the change.'
        : `You are signed in as <strong>${safe(other)}</strong>. The change was requested with another account. Sign in with that account.`
    }</p>
<p><a class="button" href="/oauth2/confirm/${safe(secret)}/sign-in">Sign in</a></p>`,
  )
