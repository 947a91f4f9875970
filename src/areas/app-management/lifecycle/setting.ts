import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { parseJson } from '../../../platform/json.ts'

const FEATURES = ['account', 'analytics', 'diagnostics'] as const
export type Feature = (typeof FEATURES)[number]

/** When a feature ends, and whether it is refused from then on. */
export type Lifecycle = Readonly<
  Partial<Record<Feature, Readonly<{ endsAt: Date; enforce: boolean }>>>
>

const End = Type.Object(
  {
    date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}Z)?$' }),
    enforce: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
const Setting = Type.Object(
  {
    account: Type.Optional(End),
    analytics: Type.Optional(End),
    diagnostics: Type.Optional(End),
  },
  { additionalProperties: false },
)

/** Undefined when the text is not such JSON. */
export function parseLifecycle(text: string): Lifecycle | undefined {
  const setting = parseJson(text)
  if (!Check(Setting, setting)) return undefined
  const ends = Object.entries(setting).map(([feature, end]) => [feature, toEnd(end)] as const)
  if (Object.values(setting).some(({ date }) => !isRealDate(date))) return undefined
  return Object.fromEntries(ends)
}

/** A bare date counts to its end: what is retired on a day is served through that day, in UTC. */
function toEnd({ date, enforce = false }: Static<typeof End>) {
  return { endsAt: new Date(date.includes('T') ? date : `${date}T23:59:59Z`), enforce }
}

/** The thirtieth of February would quietly become a day in March. */
function isRealDate(date: string): boolean {
  const time = new Date(date)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date.slice(0, 10))
}
