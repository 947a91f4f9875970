/** In UTC, to the minute, as a person reads it. */
export const toMinute = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
