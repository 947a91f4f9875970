/** The widest pattern the published command-line tool can address. */
const NAME = /^[A-Za-z0-9_.][A-Za-z0-9_.-]{0,99}$/
const ONLY_DOTS = /^\.+$/
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

/** A leading hyphen would be read as an option by command lines, and `.` or `..` as a folder by everything. */
export function isOwnerName(name: string): boolean {
  return NAME.test(name) && !ONLY_DOTS.test(name)
}

export function isEmail(email: string): boolean {
  return EMAIL.test(email) && !email.includes('\0')
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
