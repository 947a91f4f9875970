import { layout, problemOf, safe } from '../sign-in/pages.ts'

export const VERIFY_PATH = '/oauth2/verify-email'

export type VerifyView = Readonly<{ account: string; email: string }>

const TITLE = 'Verify your e-mail address'

export const askPage = ({ account, email }: VerifyView, problem?: string) =>
  layout(
    TITLE,
    `<p>Binnacle sends a link to <strong>${safe(email)}</strong>, the address of your invitation. With it, the address becomes that of your account <strong>${safe(account)}</strong>: you can sign in with it, and you get e-mail.</p>
${problemOf(problem)}
<form method="post" action="${VERIFY_PATH}">
<button type="submit">Send link</button>
</form>`,
  )

/** Programs that preview links open them: only the form verifies. */
export const verifyPage = (secret: string, { account, email }: VerifyView) =>
  layout(
    TITLE,
    `<p>The address <strong>${safe(email)}</strong> becomes that of the account <strong>${safe(account)}</strong>.</p>
<form method="post" action="${VERIFY_PATH}/${safe(secret)}">
<button type="submit">Verify</button>
</form>`,
  )
