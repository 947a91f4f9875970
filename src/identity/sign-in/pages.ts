/** Everything that is not one of ours in a page goes through here. */
export const safe = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export const layout = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${safe(title)} · Binnacle</title>
<link rel="stylesheet" href="/oauth2/assets/pages.css">
</head>
<body>
<main>
<p class="brand">Binnacle</p>
<h1>${safe(title)}</h1>
${body}
</main>
</body>
</html>
`

export const problemOf = (problem: string | undefined) =>
  problem ? `<p class="problem" role="alert">${safe(problem)}</p>` : ''

export type SignInView = Readonly<{
  uid: string
  client: string
  login: string
  problem?: string
  note?: string
  hasPasswords: boolean
  /** A link to set a new password can be mailed. */
  hasMail: boolean
  /** Where else people can sign in. */
  issuers: readonly Readonly<{ id: string; name: string }>[]
  /** The e-mail address of the operator whose sign-in link this browser has opened. */
  operator: string | undefined
}>

export const signInPage = ({
  uid,
  client,
  login,
  problem,
  note,
  hasPasswords,
  hasMail,
  issuers,
  operator,
}: SignInView) =>
  layout(
    'Sign in',
    `<p>Sign in to continue to <strong>${safe(client)}</strong>.</p>
${problemOf(problem)}
${note ? `<p class="information" role="status">${safe(note)}</p>` : ''}
${operator === undefined ? '' : signInLinkForm(uid, operator)}
${issuers.map(({ id, name }) => issuerLink(uid, id, name)).join('\n')}
${hasPasswords && issuers.length > 0 ? '<p class="or">or with a password</p>' : ''}
${hasPasswords ? passwordForm(uid, login) + forgotten(hasMail) : ''}
<form method="post" action="/oauth2/interaction/${safe(uid)}/cancel">
<button class="quiet" type="submit">Cancel</button>
</form>`,
  )

const signInLinkForm = (uid: string, operator: string) =>
  `<form method="post" action="/oauth2/interaction/${safe(uid)}/sign-in-link">
<p>You opened a sign-in link. It works once, and the sign-in expires after one hour.</p>
<button type="submit">Sign in as ${safe(operator)}</button>
</form>
<p class="or">or sign in as usual</p>`

/** A link and not a form: a form may not lead to another site. */
const issuerLink = (uid: string, id: string, name: string) =>
  `<a class="button" href="/oauth2/interaction/${safe(uid)}/issuer/${safe(id)}">Sign in with ${safe(name)}</a>`

const passwordForm = (uid: string, login: string) =>
  `<form method="post" action="/oauth2/interaction/${safe(uid)}/sign-in">
<label for="login">E-mail or name</label>
<input id="login" name="login" value="${safe(login)}" autocomplete="username" autocapitalize="none" spellcheck="false" required ${login ? '' : 'autofocus'}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required ${login ? 'autofocus' : ''}>
<button type="submit">Sign in</button>
</form>`

const forgotten = (hasMail: boolean) =>
  hasMail
    ? '\n<p class="forgotten"><a href="/oauth2/forgot-password">Forgot your password?</a></p>'
    : '\n<p class="note forgotten">Forgot your password? Ask an operator for a link to set a new one.</p>'

export const waitPage = (uid: string, problem: string) =>
  layout(
    'Sign in',
    `${problemOf(problem)}
<p><a href="/oauth2/interaction/${safe(uid)}">Back to the form</a></p>`,
  )

export type ConsentView = Readonly<{
  uid: string
  client: string
  account: string
  destination: string
  scopes: readonly string[]
}>

const MEANINGS: Record<string, string> = {
  user_impersonation: 'View service health and manage quota for your subscriptions on your behalf',
  account: 'Manage your apps, organizations and API tokens on your behalf',
  offline_access: 'Keep this access when you are not using the application',
}

/** A command line has no address to be sent to. */
const noteOf = (destination: string) =>
  destination
    ? `You will be redirected to ${safe(destination)}. Allow access only if you trust this address.`
    : 'Allow access only if you started this sign-in yourself.'

export const consentPage = ({ uid, client, account, destination, scopes }: ConsentView) =>
  layout(
    'Allow access',
    `<p><strong>${safe(client)}</strong> requests access to the account <strong>${safe(account)}</strong>. It will be able to:</p>
<ul>
${scopes.map((scope) => `<li>${safe(MEANINGS[scope] ?? scope)}</li>`).join('\n')}
</ul>
<p class="note">${noteOf(destination)}</p>
<form method="post" action="/oauth2/interaction/${safe(uid)}/allow">
<button type="submit">Allow</button>
</form>
<form method="post" action="/oauth2/interaction/${safe(uid)}/cancel">
<button class="quiet" type="submit">Cancel</button>
</form>`,
  )

export type PasswordView = Readonly<{ secret: string; account: string; problem?: string }>

export const passwordPage = ({ secret, account, problem }: PasswordView) =>
  layout(
    'Set a password',
    `<p>Set the password of <strong>${safe(account)}</strong>. Use at least 12 characters, such as a few words. Common passwords, your name and your e-mail address are not accepted.</p>
${problemOf(problem)}
<form method="post" action="/oauth2/set-password/${safe(secret)}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" required autofocus>
<label for="again">Repeat the password</label>
<input id="again" name="again" type="password" autocomplete="new-password" minlength="12" required>
<button type="submit">Set password</button>
</form>`,
  )

export const signInLinkPage = ({ secret, account }: Omit<PasswordView, 'problem'>) =>
  layout(
    'Sign in as an operator',
    `<p>With this link, you can sign in as <strong>${safe(account)}</strong> once, without a password or a trusted issuer.</p>
<p>The sign-in expires after one hour. It is recorded in the audit trail. If e-mail is set up, all operators are notified.</p>
<p>The portal opens next. If it asks you to sign in, choose <strong>Sign in as ${safe(account)}</strong>. If you are already signed in there, sign out first.</p>
<form method="post" action="/oauth2/sign-in-link/${safe(secret)}">
<button type="submit">Continue</button>
</form>`,
  )

type CodeView = Readonly<{ action: string; secret: string; code: string }>

export const codePage = ({
  action,
  secret,
  code,
  problem,
}: CodeView & { problem?: string | undefined }) =>
  layout(
    'Connect the command line',
    `${problemOf(problem)}
<form method="post" action="${safe(action)}">
<input type="hidden" name="xsrf" value="${safe(secret)}">
<label for="code">Code shown by the command line</label>
<input id="code" name="user_code" value="${safe(code)}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus>
<button type="submit">Continue</button>
</form>`,
  )

export const confirmPage = ({ action, secret, code, client }: CodeView & { client: string }) =>
  layout(
    'Did you start this sign-in?',
    `<p><strong>${safe(client)}</strong> shows this code:</p>
<p class="code">${safe(code)}</p>
<p class="note">Continue only if you just ran the command yourself and it shows the same code.</p>
<form method="post" action="${safe(action)}">
<input type="hidden" name="xsrf" value="${safe(secret)}">
<input type="hidden" name="user_code" value="${safe(code)}">
<button type="submit" name="confirm" value="yes">Continue</button>
<button class="quiet" type="submit" name="abort" value="yes">Cancel</button>
</form>`,
  )

export const messagePage = (
  title: string,
  sentences: readonly string[],
  { code, link }: { code?: string | undefined; link?: readonly [text: string, url: string] } = {},
) =>
  layout(
    title,
    `${sentences.map((sentence) => `<p>${safe(sentence)}</p>`).join('\n')}
${link ? `<p><a href="${safe(link[1])}">${safe(link[0])}</a></p>` : ''}
${code ? `<p class="note">${safe(code)}</p>` : ''}`,
  )

/**
 * Nobody else may frame a page, run anything on it, or take a form away from it, but to `formTarget`.
 * Pages for passkeys alone run a script, which is a file of ours.
 */
export const pageHeaders = (formTarget = '', hasScript = false) => ({
  'content-security-policy': `default-src 'none'; style-src 'self'; ${hasScript ? "script-src 'self'; " : ''}form-action 'self'${formTarget && ` ${formTarget}`}; base-uri 'none'; frame-ancestors 'none'`,
  // Not `no-referrer`: browsers would then hide the origin of our own forms too.
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
})

/** Colours and type of Fluent, light and dark. */
export const STYLES = `
:root {
  --background: #fafafa; --surface: #fff; --text: #242424; --quiet: #616161; --line: #d1d1d1;
  --field: #616161; --brand: #0f6cbd; --brand-hover: #115ea3; --on-brand: #fff;
  --link: #115ea3; --problem: #b10e1c; --problem-back: #fdf3f4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #1f1f1f; --surface: #292929; --text: #fff; --quiet: #adadad; --line: #525252;
    --field: #adadad; --brand: #115ea3; --brand-hover: #0f6cbd; --on-brand: #fff;
    --link: #62abf5; --problem: #eeacb2; --problem-back: #3b0509;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: var(--background); color: var(--text);
  font: 14px/20px "Segoe UI", "Segoe UI Web (West European)", -apple-system, Roboto, "Helvetica Neue", sans-serif;
}
main {
  width: 100%; max-width: 400px; padding: 32px; background: var(--surface);
  border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere;
}
.brand { margin: 0; font-weight: 600; color: var(--quiet); }
h1 { margin: 4px 0 16px; font-size: 24px; line-height: 32px; font-weight: 600; }
p { margin: 0 0 16px; }
h2 { margin: 24px 0 12px; font-size: 16px; line-height: 22px; font-weight: 600; }
ul { margin: 0 0 16px; padding-left: 20px; }
.code { font: 600 24px/32px ui-monospace, Consolas, monospace; letter-spacing: 0.1em; text-align: center; }
.note { color: var(--quiet); font-size: 12px; line-height: 16px; }
.problem {
  padding: 8px 12px; color: var(--problem); background: var(--problem-back);
  border: 1px solid currentColor; border-radius: 4px;
}
.information { padding: 8px 12px; border: 1px solid var(--line); border-radius: 4px; }
.forgotten { margin: 12px 0 0; }
label { display: block; margin: 0 0 4px; font-weight: 600; }
input {
  width: 100%; min-height: 32px; margin: 0 0 16px; padding: 5px 10px; font: inherit;
  color: inherit; background: var(--surface); border: 1px solid var(--field); border-radius: 4px;
}
label.choice { display: flex; gap: 8px; margin: 0 0 16px; font-weight: 400; }
label.choice input { width: 16px; min-height: 16px; flex: none; margin: 2px 0 0; }
.hint { margin: -12px 0 16px; color: var(--quiet); font-size: 12px; line-height: 16px; }
a { color: var(--link); }
button, a.button {
  display: block; width: 100%; min-height: 32px; padding: 5px 12px; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-brand); background: var(--brand); border: 1px solid transparent; border-radius: 4px;
}
button:hover, a.button:hover { background: var(--brand-hover); }
a.button { margin-bottom: 8px; text-align: center; text-decoration: none; }
.or { margin: 16px 0; text-align: center; color: var(--quiet); }
button.quiet { margin-top: 8px; color: var(--text); background: transparent; border-color: var(--field); }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
h2 { margin: 24px 0 8px; font-size: 16px; line-height: 22px; font-weight: 600; }
.qr { width: 200px; max-width: 100%; margin: 0 auto 16px; }
.qr svg { display: block; width: 100%; }
.codes { padding: 0; list-style: none; text-align: center; font: 16px/24px ui-monospace, Consolas, monospace; }
form + p { margin-top: 16px; }
.factors { padding: 0; list-style: none; }
.factors li { padding: 8px 0; border-bottom: 1px solid var(--line); }
details { margin: 16px 0; }
summary { cursor: pointer; color: var(--link); }
details form { margin-top: 8px; }
[hidden] { display: none; }
@media (max-width: 400px) { main { padding: 20px; } }
`
