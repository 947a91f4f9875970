import type { MailList } from '../../../emulator/mails/mails.ts'
import { type JobData, type JobDeps, mailJobsOf, senderOf } from '../../../jobs.ts'
import type { JobHandlers } from '../../../platform/jobs.ts'

/** Mails are shown on a page, and sent only if a server is set. */
export const keepMails =
  (mails: MailList) =>
  (handlers: JobHandlers<JobData>, deps: JobDeps): JobHandlers<JobData> => {
    const send = senderOf(deps.config)
    return {
      ...handlers,
      ...mailJobsOf(deps, async (mail) => {
        mails.add({ ...mail, at: deps.realTime() })
        await send?.(mail)
      }),
    }
  }
