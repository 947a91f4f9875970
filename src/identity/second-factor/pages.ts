import { layout, problemOf, safe } from '../sign-in/pages.ts'
import { MOST_PASSKEYS } from './rules.ts'

/** `base`: the address of the page, below which its forms are sent. */
type View = Readonly<{ base: string; problem?: string | undefined }>

const SCRIPT = '<script src="/oauth2/assets/passkeys.js" defer></script>'

type PasskeyForm = Readonly<{
  purpose: 'give' | 'enrol'
  action: string
  options: object
  label: string
  fields?: string
}>

const passkeyForm = ({ purpose, action, options, label, fields = '' }: PasskeyForm) =>
  `<form method="post" action="${safe(action)}" data-passkey="${purpose}" data-options="${safe(JSON.stringify(options))}">
<p class="problem" role="alert" hidden></p>
<input type="hidden" name="answer" value="">
<div data-supported hidden>${fields}
<button type="submit">${safe(label)}</button></div>
<p class="note" data-unsupported>Passkeys need JavaScript and a browser that supports them.</p>
</form>
${SCRIPT}`

const codeForm = (action: string, label: string, isFirst: boolean) =>
  `<form method="post" action="${safe(action)}">
<label for="code">${safe(label)}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="12" required ${isFirst ? 'autofocus' : ''}>
<button type="submit">Continue</button>
</form>`

export type GiveForms = Readonly<{
  /** What the browser needs to use a passkey, if the account has one. */
  passkey: object | undefined
  hasTotp: boolean
}>

export type GiveView = View &
  GiveForms &
  Readonly<{
    /** Why it is needed. */
    intro: string
    /** Where the form of Cancel is sent, if there is one. */
    cancel?: string
  }>

export const givePage = ({ base, problem, intro, cancel, ...forms }: GiveView) =>
  layout(
    'Second factor',
    `<p>${safe(intro)}</p>
${problemOf(problem)}
${giveForms(base, forms)}
${cancel ? cancelForm(cancel) : ''}`,
  )

export const giveForms = (base: string, { passkey, hasTotp }: GiveForms) =>
  `${
    passkey
      ? passkeyForm({
          purpose: 'give',
          action: `${base}/passkey`,
          options: passkey,
          label: 'Use a passkey',
        })
      : ''
  }
${passkey && hasTotp ? '<p class="or">or with your authenticator app</p>' : ''}
${hasTotp ? codeForm(`${base}/code`, 'Code from your authenticator app', !passkey) : ''}
<details>
<summary>Use a recovery code</summary>
<form method="post" action="${safe(base)}/recovery-code">
<label for="recovery-code">Recovery code</label>
<input id="recovery-code" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40" required>
<button type="submit">Continue with the recovery code</button>
</form>
<p class="note">If you have none left, ask an operator of Binnacle to reset your second factors.</p>
</details>`

const cancelForm = (action: string) =>
  `<form method="post" action="${safe(action)}">
<button class="quiet" type="submit">Cancel</button>
</form>`

export type TotpView = Readonly<{
  /** An image for the app to scan. */
  svg: string
  secret: string
  /** The secret, encrypted: nothing is stored until a code has confirmed it. */
  sealed: string
}>

/** Groups of four are easier to type. */
const inGroups = (text: string, mark: string) => text.match(/.{1,4}/g)?.join(mark) ?? text

const totpForm = (base: string, { svg, secret, sealed }: TotpView) =>
  `<p>Scan this image with an authenticator app, or type the secret into it. Then enter the code that the app shows.</p>
<div class="qr" role="img" aria-label="The secret as a QR code">${svg}</div>
<p>Secret: <span data-secret>${safe(inGroups(secret, ' '))}</span></p>
<form method="post" action="${safe(base)}/enrol/totp">
<input type="hidden" name="secret" value="${safe(sealed)}">
<label for="new-code">Code from the app</label>
<input id="new-code" name="code" inputmode="numeric" autocomplete="one-time-code" spellcheck="false" maxlength="12" required>
<button type="submit">Set up the app</button>
</form>`

const newPasskeyForm = (base: string, options: object) =>
  passkeyForm({
    purpose: 'enrol',
    action: `${base}/enrol/passkey`,
    options,
    label: 'Add a passkey',
    fields: `
<label for="name">Name of the passkey</label>
<input id="name" name="name" autocomplete="off" maxlength="60" placeholder="Work laptop">`,
  })

const noPasskeyForm = (count: number) =>
  `<p class="note">${
    count >= MOST_PASSKEYS
      ? `The account has ${MOST_PASSKEYS} passkeys, which is the limit. To add another one, remove one first.`
      : 'Passkeys cannot be used here, because the address of this installation has no domain name. Use an authenticator app instead.'
  }</p>`

export type EnrolForms = Readonly<{
  /** Undefined if the address of the installation allows no passkeys. */
  passkey: object | undefined
  totp: TotpView
}>

export type EnrolView = View & EnrolForms & Readonly<{ account: string; cancel: string }>

export const enrolForms = (base: string, { passkey, totp }: EnrolForms) =>
  `${
    passkey
      ? `<h2>Passkey</h2>
<p>A passkey on your device, in your password manager or on a security key is the safest second factor. The passkey of an operator must ask for a PIN, a fingerprint or a face; an operator can use an authenticator app instead.</p>
${newPasskeyForm(base, passkey)}`
      : ''
  }
<h2>Authenticator app</h2>
${totpForm(base, totp)}`

export const enrolPage = ({ base, problem, account, cancel, ...forms }: EnrolView) =>
  layout(
    'Set up a second factor',
    `<p>The account <strong>${safe(account)}</strong> requires a second factor, because it has the operator role or is a member of an organization that requires one. Set up one of these to continue.</p>
${problemOf(problem)}
${enrolForms(base, forms)}
${cancelForm(cancel)}`,
  )

/** `next`: a form that is sent, or a page that is opened. */
export type CodesView = Readonly<{
  codes: readonly string[]
  next: Readonly<{ label: string; form: string } | { label: string; page: string }>
}>

export const codesPage = ({ codes, next }: CodesView) =>
  layout(
    'Your recovery codes',
    `<p>If you lose your second factor, you can sign in with one of these codes. Each code works once. Store them in a safe place, such as a password manager: they are not shown again.</p>
<ul class="codes">
${codes.map((code) => `<li>${safe(inGroups(code, '-'))}</li>`).join('\n')}
</ul>
${
  'form' in next
    ? `<form method="post" action="${safe(next.form)}">
<button type="submit">${safe(next.label)}</button>
</form>`
    : `<p><a class="button" href="${safe(next.page)}">${safe(next.label)}</a></p>`
}`,
  )

export type SecurityView = View &
  Readonly<{
    account: string
    passkeys: readonly Readonly<{ id: string; name: string; added: string; used: string }>[]
    /** When the authenticator app was set up, if it was. */
    totpSince: string | undefined
    codesLeft: number
    /** Undefined if no passkey can be added. */
    passkey: object | undefined
    totp: TotpView
    /** The portal. */
    back: string
  }>

export const securityPage = (view: SecurityView) => {
  const { base, problem, account, passkeys, totpSince, codesLeft, passkey, totp, back } = view
  const isSet = passkeys.length > 0 || totpSince !== undefined
  return layout(
    'Second factors',
    `<p>With a second factor, a password alone is not enough to sign in to the account <strong>${safe(account)}</strong>.</p>
${problemOf(problem)}
<h2>Passkeys</h2>
${passkeys.length > 0 ? `<ul class="factors">${passkeys.map((each) => passkeyItem(base, each)).join('\n')}</ul>` : '<p>None.</p>'}
${passkey ? newPasskeyForm(base, passkey) : noPasskeyForm(passkeys.length)}
<h2>Authenticator app</h2>
${totpSince === undefined ? totpForm(base, totp) : totpItem(base, totpSince, totp)}
${isSet ? recoveryCodes(base, codesLeft) : ''}
<p><a href="${safe(back)}">Back to your account</a></p>`,
  )
}

const passkeyItem = (base: string, { id, name, added, used }: SecurityView['passkeys'][number]) =>
  `<li><strong>${safe(name)}</strong>
<p class="note">Added ${safe(added)}, last used ${safe(used)}</p>
<form method="post" action="${safe(base)}/remove/passkey">
<input type="hidden" name="id" value="${safe(id)}">
<button class="quiet" type="submit">Remove ${safe(name)}</button>
</form></li>`

const totpItem = (base: string, since: string, totp: TotpView) =>
  `<p>Set up ${safe(since)}.</p>
<form method="post" action="${safe(base)}/remove/totp">
<button class="quiet" type="submit">Remove the authenticator app</button>
</form>
<details>
<summary>Replace the authenticator app</summary>
${totpForm(base, totp)}
</details>`

const recoveryCodes = (base: string, left: number) =>
  `<h2>Recovery codes</h2>
<p>${left} of 10 are left.</p>
<form method="post" action="${safe(base)}/recovery-codes">
<button class="quiet" type="submit">Create new recovery codes</button>
</form>`
