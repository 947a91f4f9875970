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
    'Nothing is recorded or sent until the receiver confirms. Ask them to open the link in the confirmation e-mail and select Confirm. The link is valid for seven days. If they did not receive it, select “Ask the receiver again”.',
  stopped:
    'Nothing is recorded or sent until the receiver confirms again. If they want the e-mails again, select “Ask the receiver again”.',
  failing:
    'Later messages wait, so that they are delivered in order. If every attempt fails for three days, the notification is turned off. The attempts below show how the destination responded.',
  off: 'While it is off, new messages are not recorded, and pending deliveries are held. To resume, turn the notification on and send the held deliveries again.',
}

function titleOf(state: Trouble, { off }: Notification): string {
  if (state === 'waiting') return 'The receiver has not confirmed'
  if (state === 'stopped') return 'The receiver has stopped the e-mails'
  if (state === 'failing') return 'Deliveries to this destination are failing'
  return off
    ? `This notification is off because ${OFF_WORDS[off.reason]}`
    : 'This notification is off'
}
