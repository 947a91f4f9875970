import { toEmailKey } from '../../platform/mail/address.ts'
import { layout, messagePage, problemOf, safe } from '../sign-in/pages.ts'
import type { LinkedInvitation } from './links.ts'

export type InvitationView = Readonly<{
  secret: string
  invitation: LinkedInvitation
  problem?: string | undefined
  /** Who is signed in in this browser. */
  signedIn: Readonly<{ name: string; email: string }> | undefined
  /** The address of a mailed link has an account. Never said of a copied one: it may be in any hands. */
  hasAccount: boolean
  hasPasswords: boolean
  issuers: readonly Readonly<{ id: string; name: string }>[]
  /** What the person has entered as their name, or what it could be. */
  name: string | undefined
}>

/** With names alone: a display name can be any text, and the page would say it in our name. */
export const invitationPage = (view: InvitationView) => {
  const { invitation, problem, signedIn } = view
  const { inviter, to, name, role } = invitation
  return layout(
    `Invitation to ${name}`,
    `<p><strong>${safe(inviter)}</strong> invited you to the ${to} <strong>${safe(name)}</strong>, with the role <strong>${safe(role)}</strong>.</p>
${invitation.isMailed ? `<p class="note">The invitation was sent to ${safe(invitation.email)}.</p>` : ''}
${problemOf(problem)}
${signedIn ? acceptForms(view, signedIn) : newcomerForms(view)}`,
  )
}

export const NOT_MAILED =
  'This link was not sent to you by e-mail, so you cannot create an account with a password here. If you cannot sign in, ask an operator to create an account for you.'

export const OPENED_ELSEWHERE =
  'This link was already used in another browser. Because a copied link can be in anyone’s hands, it works only in the browser that used it first. Continue there, or ask the person who invited you for a new link.'

const actionOf = ({ secret }: Pick<InvitationView, 'secret'>, step = '') =>
  `/oauth2/invitation/${safe(secret)}${step}`

function acceptForms(view: InvitationView, { name, email }: { name: string; email: string }) {
  const { isMailed, email: invited } = view.invitation
  const isOther = isMailed && toEmailKey(email) !== toEmailKey(invited)
  const other = isOther ? ' The invitation was sent to another address.' : ''
  return `<p class="information">You are signed in as <strong>${safe(name)}</strong> (${safe(email)}).${other}</p>
<form method="post" action="${actionOf(view, '/accept')}">
<button type="submit">Accept as ${safe(name)}</button>
</form>
<form method="post" action="${actionOf(view, '/sign-out')}">
<button class="quiet" type="submit">Sign out and use another account</button>
</form>`
}

function newcomerForms(view: InvitationView) {
  const { hasAccount, hasPasswords, issuers } = view
  if (hasAccount)
    return `<p>An account with this e-mail address exists. Sign in to accept the invitation.</p>
${signInForm(view, 'Sign in and accept', '')}`
  const canCreate = hasPasswords && view.invitation.isMailed
  const or = canCreate && issuers.length > 0 ? '<p class="or">or with a password</p>' : ''
  return `${view.invitation.isMailed || view.problem ? '' : `<p class="note">${NOT_MAILED}</p>`}
${issuers.map(({ id, name }) => signInForm(view, `Continue with ${name}`, '', id)).join('\n')}
${or}
${canCreate ? accountForm(view) : ''}
${signInForm(view, 'Sign in with an existing account', 'quiet')}`
}

const signInForm = (view: InvitationView, label: string, kind: '' | 'quiet', issuer = '') =>
  `<form method="post" action="${actionOf(view, '/sign-in')}">
${issuer && `<input type="hidden" name="issuer" value="${safe(issuer)}">`}
<button${kind && ` class="${kind}"`} type="submit">${safe(label)}</button>
</form>`

const accountForm = ({ name = '', ...view }: InvitationView) =>
  `<h2>Create an account</h2>
<form method="post" action="${actionOf(view)}">
<label for="name">Name</label>
<input id="name" name="name" value="${safe(name)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="100" aria-describedby="name-hint" required autofocus>
<p class="hint" id="name-hint">Letters, digits, hyphens, dots and underscores. You can sign in with it.</p>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" aria-describedby="password-hint" required>
<p class="hint" id="password-hint">At least 12 characters, such as a few words. Common passwords, your name and your e-mail address are not accepted.</p>
<label for="again">Repeat the password</label>
<input id="again" name="again" type="password" autocomplete="new-password" minlength="12" required>
<button type="submit">Create account and accept</button>
</form>`

/** The same for every link that opens nothing, whatever the reason. */
export const invitationEndedPage = (portalUrl: string) =>
  messagePage(
    'This invitation is no longer valid',
    [
      'An invitation link can be used once, within 30 days. This link was already used or replaced, it has expired, or the invitation was accepted, rejected, renewed or revoked.',
      'If you have accepted it, open Binnacle. Otherwise, ask the person who invited you for a new invitation.',
    ],
    { link: ['Open Binnacle', portalUrl] },
  )
