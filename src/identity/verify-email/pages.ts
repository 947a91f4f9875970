import { layout, problemOf, safe } from '../sign-in/pages.ts'

export const VERIFY_PATH = '/oauth2/verify-email'

export type VerifyView = Readonly<{ account: string; email: string }>

const TITLE = 'Verify your e-mail address'

export const askPage = ({ account, email }: VerifyView, problem?: string) =>
  layout(
    TITLE,
    `<p>Binnacle will send a link to <strong>${safe(email)}</strong>, the address of your invitation. When you open the link and verify the address, it is added to your account <strong>${safe(account)}</strong>. You can then sign in with it and receive e-mail.</p>
${problemOf(problem)}
<form method="post" action="${VERIFY_PATH}">
<button type="submit">Send link</button>
</form>`,
  )

/** Programs that preview links open them: only the form verifies. */
export const verifyPage = (secret: string, { account, email }: VerifyView) =>
  layout(
    TITLE,
    `<p>Verify <strong>${safe(email)}</strong> as the e-mail address of the account <strong>${safe(account)}</strong>.</p>
<form method="post" action="${VERIFY_PATH}/${safe(secret)}">
<button type="submit">Verify</button>
</form>`,
  )
