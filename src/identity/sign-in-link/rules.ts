import { MINUTE_MS } from '../../platform/durations.ts'

export const SIGN_IN_LINK_MS = 15 * MINUTE_MS

type Account = Readonly<{ is_operator: boolean; disabled_at: Date | null }>

/** For operators alone: whoever else cannot sign in can ask one of them. */
export const maySignInByLink = <Known extends Account>(
  account: Known | undefined,
): account is Known => account?.is_operator === true && account.disabled_at === null
