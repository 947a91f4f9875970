import type { TSchema } from 'typebox'
import { Environment } from '../src/platform/environment.ts'

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
    'Every setting is an environment variable, read once at start. A variable set to nothing counts as not set.',
    'If something is wrong, the process names every problem at once and stops.',
    '',
    '| Name | Default | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
    'This page is generated from `src/platform/environment.ts` by `npm run generate`.',
    '',
  ].join('\n')
}
