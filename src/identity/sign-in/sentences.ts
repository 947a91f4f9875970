import { BUSY_FOR_S } from './actions.ts'
import type { PasswordFault } from './rules.ts'
import type { Wait } from './throttle.ts'

export const BUSY = `The server is busy with other sign-ins. Wait ${BUSY_FOR_S} seconds and try again.`

/** For the pages on which a password is set. */
export const PASSWORD_FAULTS: Readonly<Record<PasswordFault, string>> = {
  'too-short':
    'The password is shorter than 12 characters. Choose a longer password, such as a few words.',
  'too-long': 'The password is longer than 256 characters. Choose a shorter password.',
  repetitive:
    'The password repeats a few characters, which is easy to guess. Choose another password, such as a few words.',
  common:
    'The password is a common one, or a common one with a few characters added, so it is easy to guess. Choose another password, such as a few words.',
  personal:
    'The password consists of your name, your e-mail address or the word Binnacle, with little else, so it is easy to guess. Choose another password, such as a few words.',
  'not-repeated': 'The two passwords do not match. Enter the same password twice.',
}

export const waitSentence = (seconds: number, because: Wait['because']) => {
  const time = seconds === 1 ? '1 second' : `${seconds} seconds`
  return because === 'address'
    ? `Too many failed sign-ins from this browser or IP address. Wait ${time} and try again.`
    : `Too many failed sign-ins with this e-mail address or name. Wait ${time} and try again, or use a browser in which you have signed in before.`
}
