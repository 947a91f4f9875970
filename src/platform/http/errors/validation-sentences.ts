/** What the validator reports, in its own terms. */
export type ValidationIssue = Readonly<{
  keyword: string
  instancePath: string
  message?: string
  /** There when the fault is in the name of a property. */
  propertyName?: string
  params?: Readonly<Record<string, unknown>>
}>

const PARTS: Readonly<Record<string, string>> = {
  body: 'the body',
  querystring: 'the query',
  headers: 'the headers',
  params: 'the path',
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

type Params = NonNullable<ValidationIssue['params']>

const DEMANDS: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => `must be ${[type].flat().map(nameType).join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().join(', ')}`,
  pattern: ({ pattern }) => `must match the pattern ${pattern}`,
  format: ({ format }) => `must be a valid ${format}`,
  minLength: ({ limit }) => `must have at least ${count(limit, 'character')}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, 'character')}`,
  minItems: ({ limit }) => `must have at least ${count(limit, 'item')}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, 'item')}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  uniqueItems: () => 'must not have the same item twice',
  additionalProperties: ({ additionalProperty }) =>
    `has the unknown property ${JSON.stringify(additionalProperty)}`,
  propertyNames: ({ propertyName }) => `has the unknown property ${JSON.stringify(propertyName)}`,
}

const nameType = (type: unknown) => TYPES[String(type)] ?? String(type)
const count = (limit: unknown, what: string) => `${limit} ${what}${limit === 1 ? '' : 's'}`

/** A sentence without its full stop; `where` is the part of the request, as the framework calls it. */
export function describeIssue(issue: ValidationIssue, where = 'request'): string {
  const { keyword, instancePath, message = 'is not valid', params = {} } = issue
  const part = PARTS[where] ?? `the ${where}`
  const name = toName(instancePath)
  if (keyword === 'required') {
    return `${name && `${name}.`}${params.missingProperty} is missing from ${part}`
  }
  const subject = name === '' ? part : `${name} in ${part}`
  return `${subject} ${DEMANDS[keyword]?.(params) ?? message}`
}

/** `/updates/0/title` is `updates[0].title`. */
const toName = (path: string) =>
  path
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
    .replace(/^\./, '')
