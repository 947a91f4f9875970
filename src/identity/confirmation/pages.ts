import { type EnrolForms, enrolForms, type GiveForms, giveForms } from '../second-factor/pages.ts'
import { layout, problemOf, safe } from '../sign-in/pages.ts'
import type { SignInStep } from './rules.ts'

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

/** The address of the page, below which its forms are sent. */
export const confirmPath = (secret: string) => `/oauth2/confirm/${secret}`

const timeOf = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const describeRequest = ({ account, client, ...view }: RequestView) =>
  `<p><strong>${safe(client)}</strong> requests a change with the account <strong>${safe(account)}</strong>. The change requires your second factor.</p>
<p>Compare this code with the code that the application shows:</p>
<p class="code">${safe(view.code)}</p>
<ul>
<li>The request was sent at ${timeOf(view.requestedAt)} from the IP address ${safe(view.source)}.</li>
<li>The application was signed in at ${timeOf(view.signedInAt)}.</li>
</ul>
<p class="note">Continue only if you just started this change yourself and the application shows the same code. If you did not, close this page and contact your administrator.</p>`

/** The second factor was just given in this browser. */
export const confirmRequestPage = (view: RequestView) =>
  layout(
    TITLE,
    `${describeRequest(view)}
<form method="post" action="${safe(confirmPath(view.secret))}">
<button type="submit">Confirm</button>
</form>`,
  )

type Problem = string | undefined

export const giveForRequestPage = (view: RequestView, forms: GiveForms, problem: Problem) =>
  layout(
    TITLE,
    `${describeRequest(view)}
${problemOf(problem)}
${giveForms(confirmPath(view.secret), forms)}`,
  )

export const enrolForRequestPage = (view: RequestView, forms: EnrolForms, problem: Problem) =>
  layout(
    TITLE,
    `${describeRequest(view)}
<p>Your account does not have a second factor yet. Set one up to confirm.</p>
${problemOf(problem)}
${enrolForms(confirmPath(view.secret), forms)}`,
  )

const SIGN_IN: Readonly<Record<SignInStep, (other: string) => string>> = {
  'sign-in': () => 'Sign in with the account that requested the change.',
  'other-account': (other) =>
    `You are signed in as <strong>${other}</strong>. The change was requested with another account. Sign in with that account.`,
  'sign-in-again': () =>
    'Your account does not have a second factor yet. To set one up, sign in again. Your current sign-in is from before the request.',
}

/** Says nothing of the request to whoever is not signed in with its account. */
export const signInPage = (secret: string, step: SignInStep, account = '') =>
  layout(
    TITLE,
    `<p>${SIGN_IN[step](safe(account))}</p>
<p><a class="button" href="${safe(confirmPath(secret))}/sign-in">Sign in</a></p>`,
  )
