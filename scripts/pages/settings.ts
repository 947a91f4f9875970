import type { TSchema } from 'typebox'
import { Environment } from '../../src/settings.ts'

const toText = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map((pair) => pair.join('='))
        .join(',')
    : String(value ?? '')

const toDefault = (value: unknown) => toText(value) && `\`${toText(value)}\``

/** The settings as a page for people, from the one place they are defined in. */
export function settingsGuide(): string {
  const rows = Object.entries(Environment.properties as Record<string, TSchema>).map(
    ([name, schema]) => {
      const { description, default: fallback } = schema as {
        description: string
        default?: unknown
      }
      const isRequired = fallback === undefined && (Environment.required as string[]).includes(name)
      const shown = isRequired ? 'required' : toDefault(fallback)
      return `| \`${name}\` | ${shown} | ${description} |`
    },
  )
  return [
    '# Settings',
    '',
    'You configure Binnacle with environment variables. Each process reads them once, at start, and treats an empty variable as not set.',
    'If a setting is not valid, the process prints every problem and exits. Use the same values for all processes of an installation. For',
    'example, `QUOTA_RULES` and `RETENTION_DAYS` apply to the processes that run jobs, which can be only `work`. `OUTGOING` applies to',
    'every process, because `serve` also sends traces.',
    '',
    '| Name | Default | Description |',
    '|---|---|---|',
    ...rows,
    '',
    '`npm run generate` generates this page from the `settings.ts` file of each part of the server.',
    '',
  ].join('\n')
}
