/** What was parsed from a file, before anybody has looked at it. */
export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Empty if it is something else. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(isText) : []
export const objectsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isObject) : []
export const propertiesOf = ({ properties }: Json): Json => (isObject(properties) ? properties : {})

/** In UTC to the millisecond. The year 1 stands for no time. */
export function toTime(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === '' || text.startsWith('0001-')) return undefined
  const time = new Date(/(Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
