import { ApiError } from '../../../../../client/api-error.ts'

export type FieldName = 'name' | 'address' | 'filter' | 'notices'
export type Problems = Readonly<Partial<Record<FieldName, string>>>

/** The field that an error of the API is about; other errors are about the whole form. */
const FIELDS: ReadonlyMap<string, FieldName> = new Map([
  ['InvalidNotificationName', 'name'],
  ['InvalidAddress', 'address'],
  ['InvalidODataQueryOptions', 'filter'],
  ['FilterNeverMatches', 'filter'],
])

export function problemsOf(error: Error | undefined): Problems {
  const field = error instanceof ApiError ? FIELDS.get(error.code) : undefined
  return field && error ? { [field]: error.message } : {}
}

/** Where a filter cannot be read, as the message says it, counted from 0. */
export function positionIn(message: string): number | undefined {
  const [, position] = /position (\d+)/.exec(message) ?? []
  return position === undefined ? undefined : Number(position) - 1
}

const ORDER: readonly FieldName[] = ['name', 'address', 'filter', 'notices']

/** To the first field that has to be changed; in a filter, to the place. */
export function focusFirst(form: HTMLFormElement, problems: Problems): void {
  const first = ORDER.find((name) => problems[name] !== undefined)
  const field = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${first}"]`)
  field?.focus()
  const position = first === 'filter' ? positionIn(problems.filter ?? '') : undefined
  if (position !== undefined) field?.setSelectionRange(position, field.value.length)
}
