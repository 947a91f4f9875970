import { toExact, toRelative } from './relative-time.ts'
import { ScreenReaderOnly } from './ScreenReaderOnly.tsx'

/** Relative to look at, exact on hover and for screen readers. */
export function RelativeTime({ at }: Readonly<{ at: string }>) {
  const time = new Date(at)
  const exact = toExact(time)
  return (
    <time dateTime={at} title={exact}>
      <span aria-hidden="true">{toRelative(time, new Date())}</span>
      <ScreenReaderOnly>{exact}</ScreenReaderOnly>
    </time>
  )
}
