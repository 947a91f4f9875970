import type { MailList } from '../../../emulator/mails/mails.ts'
import type { SendMail } from '../../../platform/mail/sender.ts'
import type { RealClock } from '../../../platform/time.ts'

/** Mails are shown on a page, and sent only if a server is set. */
export const keepMails =
  (mails: MailList, realTime: RealClock) =>
  (send: SendMail | undefined): SendMail =>
  async (mail) => {
    mails.add({ ...mail, at: realTime() })
    await send?.(mail)
  }
