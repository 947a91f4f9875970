/** As a field of the type `datetime-local` has it: in the zone of the reader. */
export function toLocalTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
}

/** Nothing for a field that is empty, or half typed. */
export function toInstant(local: string): string | undefined {
  const time = new Date(local)
  return local === '' || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
