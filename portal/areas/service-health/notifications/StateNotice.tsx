import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import type { Notification } from './queries.ts'
import { OFF_WORDS, type State, stateOf } from './words.ts'

/** What cannot be done while nothing can be sent refers to it with `aria-describedby`. */
export const STATE_NOTICE_ID = 'state-notice'

/** What to do while nothing arrives. */
export function StateNotice({ notification }: Readonly<{ notification: Notification }>) {
  const state = stateOf(notification)
  if (state === 'on') return null
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody id={STATE_NOTICE_ID}>
        <MessageBarTitle>{titleOf(state, notification)}</MessageBarTitle> {WHAT_TO_DO[state]}
      </MessageBarBody>
    </MessageBar>
  )
}

type Trouble = Exclude<State, 'on'>

const WHAT_TO_DO: Readonly<Record<Trouble, string>> = {
  waiting:
    'Nothing is recorded or sent until they confirm. Ask them to open the link in the confirmation e-mail, which is valid for seven days, and to press Confirm. If they did not get it, select “Ask the receiver again”.',
  stopped:
    'Nothing is recorded or sent until they confirm again. If they want the e-mails after all, select “Ask the receiver again”.',
  failing:
    'Later messages wait, so that their order stays. The notification is turned off after three days without success. The attempts below say what the destination answered.',
  off: 'Events that change while it is off are not recorded for it, and what waited is held. To go on, turn it on, and send again what was held.',
}

function titleOf(state: Trouble, { off }: Notification): string {
  if (state === 'waiting') return 'The receiver has not confirmed'
  if (state === 'stopped') return 'The receiver has stopped the e-mails'
  if (state === 'failing') return 'Deliveries to this destination are failing'
  return off
    ? `This notification is off because ${OFF_WORDS[off.reason]}`
    : 'This notification is off'
}
