import { toMinute } from '../../directory/notices/rules.ts'
import type { Message } from '../../platform/mail/message.ts'

/** What happened to the second factors of an account, as the beginning of a sentence. */
export type FactorEvent =
  | Readonly<{ kind: 'passkey added' | 'passkey removed'; name: string }>
  | Readonly<{ kind: 'app added' | 'app removed' | 'codes renewed' | 'reset' }>
  | Readonly<{ kind: 'code used'; left: number }>

type Where = Readonly<{ at: Date; address: string }>

const TITLES: Readonly<Record<FactorEvent['kind'], string>> = {
  'passkey added': 'A passkey was added to your account',
  'passkey removed': 'A passkey was removed from your account',
  'app added': 'An authenticator app was added to your account',
  'app removed': 'The authenticator app was removed from your account',
  'codes renewed': 'Your account has new recovery codes',
  'code used': 'A recovery code of your account was used',
  reset: 'An operator removed your second factors',
}

function describe(event: FactorEvent): string {
  if (event.kind === 'passkey added') return `The passkey "${event.name}" was added`
  if (event.kind === 'passkey removed') return `The passkey "${event.name}" was removed`
  if (event.kind === 'app added') return 'An authenticator app was set up'
  if (event.kind === 'app removed') return 'The authenticator app was removed'
  if (event.kind === 'codes renewed')
    return 'New recovery codes were created, and the old ones no longer work'
  if (event.kind === 'code used')
    return `A recovery code was used, and ${event.left} ${event.left === 1 ? 'is' : 'are'} left`
  return 'An operator removed all passkeys, the authenticator app and the recovery codes, and signed the account out'
}

export function toFactorMail(event: FactorEvent, { at, address }: Where, url: string): Message {
  const from = event.kind === 'reset' ? '' : `, from the IP address ${address}`
  return {
    title: TITLES[event.kind],
    paragraphs: [
      `${describe(event)}. This happened at ${toMinute(at)}${from}.`,
      event.kind === 'reset'
        ? 'You can sign in with your password or your organization as before. If you need a second factor, you will set it up the next time you sign in.'
        : 'If it was you, you do not need to do anything.',
      event.kind === 'reset'
        ? 'If you did not ask for this, contact an operator.'
        : 'If it was not you, ask an operator to reset your password and your second factors.',
    ],
    link: { label: 'Open your account', url },
  }
}
