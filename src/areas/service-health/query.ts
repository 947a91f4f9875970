import { readTime } from '../../platform/filter/time.ts'
import { startTimeUnreadable } from './errors.ts'

export function readStart(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = readTime(text)
  if (!time) throw startTimeUnreadable()
  return time
}
