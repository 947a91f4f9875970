import { afterAll, beforeEach, expect, vi } from 'vitest'
import { bodiesOf, headersOf, openSmtp, type ReceivedMail, type SmtpOptions } from './smtp.ts'

/** What a test asks of a mail: its recipient, title and text. */
const toSummary = (mail: ReceivedMail) => ({
  to: mail.to.join(),
  title: headersOf(mail)
    .find((line) => line.startsWith('Subject: '))
    ?.slice('Subject: '.length),
  text: bodiesOf(mail)[0] ?? '',
})

/** An SMTP server of the calling test file, the settings for it, and what arrived during a test. */
export async function useSmtp(options: SmtpOptions = {}) {
  const smtp = await openSmtp(options)
  afterAll(smtp.close)
  beforeEach(() => void smtp.mails.splice(0))
  const list = (to?: string) =>
    smtp.mails.map(toSummary).filter((mail) => to === undefined || mail.to === to)
  return {
    ...smtp,
    list,
    env: {
      SMTP: `url=smtp://127.0.0.1:${smtp.port},from=no-reply@binnacle.example`,
      SECRET_KEY_FILE: 'read by nobody here',
    },
    /** Waits until so many have arrived, and answers them. */
    async waitFor(count: number, to?: string) {
      await vi.waitFor(() => expect(list(to)).toHaveLength(count), { timeout: 30_000 })
      return list(to)
    },
  }
}
