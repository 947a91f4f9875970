import { layout, problemOf, safe } from '../pages.ts'

export type ChangeView = Readonly<{
  account: string
  endsOthers: boolean
  /** A sign-in link stands in for the current password. */
  isByLink: boolean
  problem?: string
}>

const CURRENT_PASSWORD = `<label for="current">Current password</label>
<input id="current" name="current" type="password" autocomplete="current-password" required autofocus>`

export const changePasswordPage = ({ account, endsOthers, isByLink, problem }: ChangeView) =>
  layout(
    'Change your password',
    `<p>Change the password of <strong>${safe(account)}</strong>. Use at least 12 characters, such as a few words. Common passwords, your name and your e-mail address are not accepted.</p>
${problemOf(problem)}
<form method="post" action="/oauth2/change-password">
<input type="text" name="username" value="${safe(account)}" autocomplete="username" hidden>
${isByLink ? '' : CURRENT_PASSWORD}
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" required>
<label for="again">Repeat the new password</label>
<input id="again" name="again" type="password" autocomplete="new-password" minlength="12" required>
<label class="choice"><input type="checkbox" name="others" value="end" ${endsOthers ? 'checked' : ''}> Sign out in all other browsers and applications. API tokens stay valid.</label>
<button type="submit">Change password</button>
</form>`,
  )
