/** A table of Markdown; a `|` in a cell would begin another cell. */
export const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]) => [
  `| ${header.join(' | ')} |`,
  `|${'---|'.repeat(header.length)}`,
  ...rows.map((cells) => `| ${cells.map(toCell).join(' | ')} |`),
]

const toCell = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/(?<!\\)\|/g, '\\|')

/** The anchor that GitHub gives a heading, without the number that tells repeated headings apart. */
export const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
