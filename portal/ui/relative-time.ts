const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "3 minutes ago", "yesterday", "in 2 days"; below a minute it is "just now". */
export function toRelative(time: Date, now: Date): string {
  const seconds = Math.round((time.getTime() - now.getTime()) / 1000)
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? []
  return unit && size ? relative.format(Math.trunc(seconds / size), unit) : 'just now'
}

const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' })

export function toExact(time: Date): string {
  return `${local.format(time)} (${time.toISOString().replace(/\.\d+Z$/, 'Z')})`
}
