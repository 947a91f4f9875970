/** Accounts of the bundled provider carry this issuer, whatever address it is reached at. */
export const LOCAL_ISSUER = 'local'

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

export function isEmail(email: string): boolean {
  return EMAIL.test(email) && !email.includes('\0')
}
