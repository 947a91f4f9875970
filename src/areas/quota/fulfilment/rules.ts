/** What a provider's answer means. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'refused'; reason: string }
  /** Trying again would not help: only whoever runs this service can mend it. */
  | { kind: 'unusable'; reason: string }
  | { kind: 'later'; reason: string }

/** Under which a provider's secret is sealed. */
export const sealLabel = (providerKey: string) => `quota endpoint ${providerKey}`

const LATER = new Set([408, 425, 429])
const LONGEST_REASON = 500

export function readAnswer(status: number, body: string): Outcome {
  if (status >= 200 && status < 300) return { kind: 'done' }
  if (status >= 300 && status < 400) {
    return {
      kind: 'unusable',
      reason: `it responded with ${status}, and redirects are not followed`,
    }
  }
  if (status >= 500 || LATER.has(status))
    return { kind: 'later', reason: `it responded with ${status}` }
  return {
    kind: 'refused',
    reason: reasonIn(body) ?? `it responded with ${status} and gave no reason.`,
  }
}

/** `{"message":"…"}`, or the same below `error`. */
function reasonIn(body: string): string | undefined {
  let said: unknown
  try {
    said = JSON.parse(body)
  } catch {
    return undefined
  }
  const { message, error } = (said ?? {}) as { message?: unknown; error?: { message?: unknown } }
  const reason = message ?? error?.message
  return typeof reason === 'string' && reason.trim() !== '' ? cleanReason(reason) : undefined
}

/** A stranger's words: no control characters, nothing the database cannot keep, no half of a character. */
export const cleanReason = (text: string) =>
  Array.from(
    text
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim(),
  )
    .slice(0, LONGEST_REASON)
    .join('')
