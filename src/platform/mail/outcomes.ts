/** How a mail ended: the server took it, refused it, did not take it in time, or it waited for too long. */
export const MAIL_ENDS = ['sent', 'refused', 'gave-up', 'too-old'] as const
export type MailEnd = (typeof MAIL_ENDS)[number]

/** Or it was never written, because its sender or recipient had enough on that day. */
export const MAIL_OUTCOMES = [...MAIL_ENDS, 'limited'] as const
