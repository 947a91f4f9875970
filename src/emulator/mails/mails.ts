import type { Mail } from '../../platform/mail/sender.ts'

export type RecordedMail = Mail & Readonly<{ at: Date }>

const MOST_MAILS = 100

/** The last mails of one emulator, in memory. */
export function createMailList() {
  let mails: RecordedMail[] = []
  return {
    add(mail: RecordedMail): void {
      mails.push(mail)
      if (mails.length > MOST_MAILS) mails.shift()
    },
    /** The newest first. */
    list: (): readonly RecordedMail[] => mails.toReversed(),
    clear(): void {
      mails = []
    },
  }
}

export type MailList = ReturnType<typeof createMailList>
