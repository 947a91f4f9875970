import {
  notificationKindValues,
  notificationNoticesValues,
} from '../../../../../client/generated/notifications.ts'
import type { Kind, Notice } from '../queries.ts'

/** As the fields of the form have it. */
export type Filled = Readonly<{
  kind: Kind
  address: string
  filter: string
  notices: Notice[]
  hoursBefore: number
}>

export const DEFAULT_HOURS = 24

export function readForm(data: FormData): Filled {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const chosen = data.getAll('notices')
  return {
    kind: notificationKindValues.find((kind) => kind === data.get('kind')) ?? 'webhook',
    address: text('address'),
    filter: text('filter'),
    hoursBefore: Number(text('hoursBefore') || DEFAULT_HOURS),
    notices: notificationNoticesValues.filter((notice) => chosen.includes(notice)),
  }
}

export const NO_NOTICES = 'Select at least one.'
