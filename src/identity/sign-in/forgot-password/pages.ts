import { layout, messagePage, problemOf } from '../pages.ts'

export const forgotPasswordPage = (problem?: string) =>
  layout(
    'Forgot your password?',
    `<p>Enter the e-mail address of your account. Binnacle will send you a link to set a new password.</p>
${problemOf(problem)}
<form method="post" action="/oauth2/forgot-password">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus>
<button type="submit">Send link</button>
</form>`,
  )

/** The same, whether there is such an account or not. */
export const linkSentPage = messagePage('Check your e-mail', [
  'If this e-mail address belongs to an account with a password, Binnacle sends a link to set a new password. The link can be used once, within one hour.',
  'If nothing arrives within a few minutes, check the address and the spam folder. At most five links a day are sent to an address. You can also ask an operator for a link.',
  'If you sign in through your organization, you have no password here. Go back to the application and choose your organization.',
])

export const noMailPage = messagePage('Forgot your password?', [
  'This installation does not send e-mail. Ask an operator for a link to set a new password.',
])
