const DAY_MS = 86_400_000
/** As the API has it. */
const MAX_DAYS = 30

export type Span = Readonly<{ from: string; to: string }>
export type SpanProblems = Readonly<{ from?: string; to?: string }>

/** What was typed; nothing for a field that is empty. */
export function readSpan(
  from: string | undefined,
  to: string | undefined,
): Readonly<{ span: Span } | { problems: SpanProblems }> {
  if (from === undefined || to === undefined) {
    return {
      problems: {
        ...(from === undefined && { from: 'Enter a time.' }),
        ...(to === undefined && { to: 'Enter a time.' }),
      },
    }
  }
  const ms = Date.parse(to) - Date.parse(from)
  if (ms <= 0) return { problems: { to: 'Enter a time after the start.' } }
  if (ms > MAX_DAYS * DAY_MS) return { problems: { to: `Select at most ${MAX_DAYS} days.` } }
  return { span: { from, to } }
}
