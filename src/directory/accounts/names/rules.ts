import { DAY_MS } from '../../../platform/durations.ts'

/** The widest pattern the published command-line tool can address. */
const NAME = /^[A-Za-z0-9_.][A-Za-z0-9_.-]{0,99}$/
const ONLY_DOTS = /^\.+$/

/** A leading hyphen would be read as an option by command lines, and `.` or `..` as a folder by everything. */
export function isOwnerName(name: string): boolean {
  return NAME.test(name) && !ONLY_DOTS.test(name)
}

type FreedName = Readonly<{ owner_id: string; admin_ids: string[]; freed_at: Date }>

/** How many names an organization keeps from others by renaming itself. */
export const MOST_KEPT_NAMES = 5

/** For how long a freed name is kept. */
export const toKeptMs = (days: number) => days * DAY_MS

/** Until when a freed name is kept from the claimant; nothing when it may have it. */
export function keptUntil(
  freed: FreedName | undefined,
  claimant: Readonly<{ ownerId: string; accountId: string | null; at: Date }>,
  days: number,
): Date | undefined {
  if (!freed || freed.owner_id === claimant.ownerId) return undefined
  if (claimant.accountId !== null && freed.admin_ids.includes(claimant.accountId)) return undefined
  const until = new Date(freed.freed_at.getTime() + days * DAY_MS)
  return until > claimant.at ? until : undefined
}

/** A name for what is displayed as this; nothing when too little of it can stand in a name. */
export function slugOf(displayName: string): string | undefined {
  const slug = displayName
    .replaceAll(/[^A-Za-z0-9_.]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, 100)
    .replaceAll(/-+$/g, '')
  return isOwnerName(slug) ? slug : undefined
}
