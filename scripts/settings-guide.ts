import type { TSchema } from 'typebox'
import { Environment } from '../src/settings.ts'

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
    'Every setting is an environment variable and is read once, at start. An empty variable counts as not set.',
    'If a setting is not valid, the process lists every problem and stops.',
    '',
    '| Name | Default | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
    'This page is generated from the `settings.ts` of each part of the server by `npm run generate`.',
    '',
  ].join('\n')
}
