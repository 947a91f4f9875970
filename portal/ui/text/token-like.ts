/** What a list shows of an API token has 30 characters, and may be looked for. An access token begins with `eyJ`. */
const TOKEN = /bn[uao]_\w{27}|eyJ\w{20}/

export const isTokenLike = (text: string): boolean => TOKEN.test(text)

export const TOKEN_REFUSED = 'This looks like a token, so it is not used as a filter.'
