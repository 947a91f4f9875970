import type { TSchema } from 'typebox'
import { Environment } from '../../src/settings.ts'

/** The settings as a page for people, from the one place they are defined in. */
export function settingsGuide(): string {
  const rows = Object.entries(Environment.properties as Record<string, TSchema>).map(
    ([name, schema]) => {
      const { description, default: fallback } = schema as {
        description: string
        default?: unknown
      }
      const isRequired = fallback === undefined && (Environment.required as string[]).includes(name)
      const shown = isRequired ? 'required' : fallback === undefined ? '' : `\`${fallback}\``
      return `| \`${name}\` | ${shown} | ${description} |`
    },
  )
  return [
    '# Settings',
    '',
    'You configure Binnacle with environment variables, which it reads once, at start. A variable that is empty is treated as not set.',
    'If a setting is not valid, the process prints every problem and exits. Give all processes of an installation the same values: for',
    'example, `QUOTA_…`, `PROVIDER_…` and `…_DAYS` take effect in the processes that run jobs, which may be `work` alone. `OUTGOING`',
    'takes effect in every process: `serve` sends traces too.',
    '',
    '| Name | Default | Description |',
    '|---|---|---|',
    ...rows,
    '',
    '`npm run generate` generates this page from the `settings.ts` file of each part of the server.',
    '',
  ].join('\n')
}
