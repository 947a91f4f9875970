export const DAY_MS = 24 * 60 * 60_000
export const MINUTE_MS = 60_000
