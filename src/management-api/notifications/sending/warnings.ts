import { mailCreatorOrOwners } from '../../../directory/notices/actions.ts'
import { toMinute } from '../../../directory/notices/rules.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { OffReason } from '../rules.ts'
import type { Claimed } from './store.ts'

type About = Pick<Claimed, 'subscriptionId' | 'id' | 'name' | 'createdBy'>
type Failing = Readonly<{ failingSince: Date; reason: string }>

/** Once for each time that a destination begins to fail. */
export async function warnOfFailing(
  trx: Trx,
  mailer: Mailer,
  { subscriptionId, id, name, createdBy }: About,
  { failingSince, reason }: Failing,
): Promise<void> {
  await mailCreatorOrOwners(
    trx,
    mailer,
    { subscriptionId, createdBy },
    {
      event: `notification ${id} fails ${failingSince.getTime()}`,
      message: {
        title: `Messages of the notification ${name} cannot be delivered`,
        paragraphs: [
          `Every attempt to send the notification ${name} of the subscription ${subscriptionId} has failed since ${toMinute(failingSince)}. The reason of the last failure: ${reason}.`,
          'Binnacle continues to try, and turns the notification off after three days of failures. Check the destination.',
        ],
      },
    },
  )
}

const CAUSES: Readonly<Record<OffReason, string>> = {
  gone: 'its destination responded with status 410, which means that it no longer exists',
  failing: 'every attempt has failed for three days',
  'turned-off': 'a person turned it off',
}

export async function mailAboutTurningOff(
  trx: Trx,
  mailer: Mailer,
  { subscriptionId, id, name, createdBy }: About,
  { off, now }: Readonly<{ off: OffReason; now: Date }>,
): Promise<void> {
  await mailCreatorOrOwners(
    trx,
    mailer,
    { subscriptionId, createdBy },
    {
      event: `notification ${id} off ${now.getTime()}`,
      message: {
        title: `The notification ${name} was turned off`,
        paragraphs: [
          `The notification ${name} of the subscription ${subscriptionId} was turned off, because ${CAUSES[off]}. From now on, no messages are sent or recorded.`,
          'To resume, correct the destination, turn the notification on, and send the missed messages again.',
        ],
      },
    },
  )
}
