import { slugOf, tableOf } from './markdown.ts'

type Schema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  format?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  items?: Schema
  required?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
  description?: string
}>
type Content = Readonly<{ content?: Readonly<Record<string, Readonly<{ schema: Schema }>>> }>
type Operation = Readonly<{
  operationId: string
  summary: string
  tags: readonly string[]
  parameters?: readonly Readonly<{ in: string; name: string; description?: string }>[]
  requestBody?: Content
  responses: Readonly<Record<string, Content>>
}>
export type OperatorDocument = Readonly<{
  paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components?: Readonly<{ schemas?: Readonly<Record<string, Schema>> }>
}>

const KEY = 'idempotency-key'

/** Every operation of `/operator/v1` and the bodies it reads and returns, from the OpenAPI document. */
export function operatorApiPage({ paths = {}, components = {} }: OperatorDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')
  return [
    '# Operator API',
    '',
    ...INTRODUCTION,
    '',
    ...[...byTag].flatMap(([tag, rows]) => [
      `## Operations: ${tag}`,
      '',
      ...tableOf(['Method and path', 'What it does', 'Query', 'Body', 'Response'], rows.map(toRow)),
      '',
    ]),
    '## Bodies',
    '',
    'A field marked * is always present: required in a request, and never left out of a response.',
    '',
    ...Object.entries(components.schemas ?? {}).flatMap(([name, schema]) => [
      `### ${name}`,
      '',
      ...describe(schema),
      '',
    ]),
    'This page is generated from `openapi/operator.json` by `npm run generate`.',
    '',
  ].join('\n')
}

const INTRODUCTION = [
  'Operators manage an installation through `/operator/v1`. Send an access token of an operator in the header',
  '`Authorization: Bearer …`. These callers are operators:',
  '',
  '- people whose account has the operator role, or whose trusted issuer gives it to them (`operatorClaim`), with an access token of',
  '  the portal or of the command line;',
  '- service accounts that an operator has made operators (`is_operator` of a client). They cannot change or reset accounts, or make',
  '  a client an operator: those requests get 403 `PersonRequired`.',
  '',
  'All other callers get 403 `AuthorizationFailed`. API tokens get 401. The [guide for',
  'operators](guides/operate.md#an-access-token-for-the-operator-api) shows how to get an access token with `curl`.',
  '[Errors](errors.md#operators-operatorv1) lists all errors, and the [audit trail](audit-actions.md) records each change.',
  '',
  'Operations marked † take effect once if they are sent again with the same `Idempotency-Key` ([safe',
  'retries](guides/repeats.md)). A list is returned in pages: follow `nextLink` until it is absent.',
]

type Row = Readonly<{ method: string; path: string; operation: Operation }>

function toRow({ method, path, operation }: Row): string[] {
  const { parameters = [], summary, requestBody, responses } = operation
  const mark = parameters.some(({ name }) => name === KEY) ? ' †' : ''
  const query = parameters.filter(({ in: where }) => where === 'query')
  const [status = '', response = {}] =
    Object.entries(responses).find(([code]) => code !== 'default') ?? []
  return [
    `${method.toUpperCase()} \`${path}\`${mark}`,
    summary,
    query.map(({ name }) => `\`${name}\``).join(', '),
    typeOfContent(requestBody),
    [status, typeOfContent(response)].filter(Boolean).join(' '),
  ]
}

function typeOfContent({ content = {} }: Content = {}): string {
  const [body] = Object.values(content)
  return body ? typeOf(body.schema) : ''
}

function describe(schema: Schema): string[] {
  const { properties, required = [], description } = schema
  const about = description ? [description, ''] : []
  if (!properties) return [...about, `${typeOf(schema)}.`]
  const rows = Object.entries(properties).map(([name, field]) => [
    `\`${name}\`${required.includes(name) ? '*' : ''}`,
    typeOf(field),
    field.description ?? '',
  ])
  return [...about, ...tableOf(['Field', 'Type', 'Description'], rows)]
}

/** In words, with a link to the body that it refers to. */
function typeOf(schema: Schema): string {
  const { $ref, items, properties, format } = schema
  if ($ref !== undefined) return linkTo($ref)
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  const types = [schema.type ?? 'any value'].flat()
  return types.map((type) => nameOf(type, { items, properties, format })).join(' or ')
}

type Parts = Readonly<Record<'items', Schema | undefined>> &
  Readonly<{ properties: Schema['properties'] | undefined; format: string | undefined }>

function nameOf(type: string, { items, properties, format }: Parts): string {
  if (type === 'array') return `list of ${items ? typeOf(items) : 'any value'}`
  if (type === 'object' && properties) {
    const fields = Object.entries(properties).map(
      ([name, field]) => `\`${name}\` (${typeOf(field)})`,
    )
    return `object with ${fields.join(', ')}`
  }
  return format && type === 'string' ? format : type
}

function linkTo(reference: string): string {
  const name = reference.split('/').at(-1) ?? ''
  return `[${name}](#${slugOf(name)})`
}
