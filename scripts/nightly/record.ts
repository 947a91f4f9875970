import type { Result } from './run-parts.ts'

export const RECORD = 'docs/nightly.md'

const HEAD = '# What the nightly parts printed last\n\nWritten by `npm run nightly`.\n'

/** The record with this result in place of what the same part printed before. */
export function recordResult(
  record: string | undefined,
  { name, outcome, seconds, lines }: Result,
  { commit, when }: { commit: string; when: Date },
): string {
  const minute = `${when.toISOString().slice(0, 16)}Z`
  const title = `## ${name}: ${outcome} in ${seconds} s, ${commit}, ${minute}`
  const section = [title, '', '```', ...lines, '```'].join('\n')
  const [head = '', ...sections] = (record ?? HEAD).split(/^(?=## )/m)
  const others = sections.filter((each) => !each.startsWith(`## ${name}: `))
  return `${[head, ...others, section].map((each) => each.trimEnd()).join('\n\n')}\n`
}
