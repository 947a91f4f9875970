/** Tokens one account may have created and not yet revoked. */
export const TOKENS_PER_ACCOUNT = 5000
