/** In UTC, to the minute, as a person reads it. */
export const toMinute = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * For a mail to an address that nobody has proven: mail programs make a link of a name such as `www.example.com`,
 * and whoever chose the name would send it in ours.
 */
export const unlessDotted = (text: string, neutral: string): string =>
  text.includes('.') ? neutral : text
