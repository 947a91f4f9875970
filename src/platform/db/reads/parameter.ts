/** Text as the database reads it, or the elements of an array. */
export type Parameter = string | readonly (string | number | null)[]

export function toText(value: Parameter): string {
  return typeof value === 'string' ? value : `{${value.map(quote).join()}}`
}

/** Quoted, because an unquoted null is the absence of a value. */
function quote(element: string | number | null): string {
  if (typeof element !== 'string') return String(element)
  const isPlain = !element.includes('"') && !element.includes('\\')
  return `"${isPlain ? element : element.replace(/["\\]/g, '\\$&')}"`
}
