const DAY_MS = 86_400_000

/** What the form offers; the key is a number of days where it is one. */
const CHOICES = [
  ['never', 'Never, or the default that your administrator has set'],
  ['7', 'In 7 days'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In 1 year'],
  ['date', 'On a date'],
] as const

/** The same, with this number of days. */
export const choicesWith = (days: number | null): readonly (readonly [string, string])[] =>
  days === null || CHOICES.some(([key]) => key === String(days))
    ? CHOICES
    : [[String(days), `In ${days} days`], ...CHOICES]

type Expiry = Readonly<{ at: Date | null }> | Readonly<{ problem: string }>

/** `day` as a date field has it. A token lasts to the end of that day, where the person is. */
export function parseExpiry(choice: string, day: string, now: Date): Expiry {
  if (choice === 'never') return { at: null }
  if (choice !== 'date') return { at: new Date(now.getTime() + Number(choice) * DAY_MS) }
  const at = new Date(`${day}T23:59:59`)
  if (Number.isNaN(at.getTime())) return { problem: 'Select an expiry date.' }
  return at <= now ? { problem: 'Select today or a later date.' } : { at }
}

/** As a date field wants it. */
export function toDay(time: Date): string {
  const digits = (part: number, length: number) => String(part).padStart(length, '0')
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()]
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
}

export const isExpired = (expiresAt: string | null, now: Date): boolean =>
  expiresAt !== null && new Date(expiresAt) <= now
