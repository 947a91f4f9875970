import { RequestError } from '../errors.ts'

export const secretUnreadable = () =>
  new RequestError(
    'conflict',
    'SecretUnreadable',
    'A stored address or secret cannot be decrypted with any key in SECRET_KEY_FILE. Set the address or the secret again, or ask your administrator to restore the key.',
  )
