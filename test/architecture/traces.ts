/** A secret in each form in which a dump or a log line could hold it, alone or inside something longer. */
export function listTraces(secret: string): string[] {
  const text = Buffer.from(secret)
  // Most secrets here are themselves base64url or hex of random bytes, which could be kept as such.
  const bytes = [
    ...(/^[\w-]{20,}$/.test(secret) ? [Buffer.from(secret, 'base64url')] : []),
    ...(/^([0-9a-f]{2}){16,}$/.test(secret) ? [Buffer.from(secret, 'hex')] : []),
  ]
  const escaped = [encodeURIComponent(secret), new URLSearchParams({ '': secret }).toString()]
  const encoded = [text, ...bytes].flatMap((form) => [
    form.toString('hex'),
    ...listBase64(form),
    ...listBase64(Buffer.from(form.toString('hex'))),
  ])
  return [...new Set([secret, escaped[0] ?? '', escaped[1]?.slice(1) ?? '', ...encoded])]
}

/** What stays the same in base64 whatever stands before and after: it depends on the place modulo three. */
function listBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    const whole = padded.subarray(before === 0 ? 0 : 3, padded.length - (padded.length % 3))
    return [whole.toString('base64'), whole.toString('base64url')]
  })
}

/** What must be nowhere, by what it is: a failure names the kind, not the value. */
export type Secrets = Map<string, Set<string>>

export function findSecrets(secrets: Secrets, targets: Record<string, string>): string[] {
  const found = [...secrets].flatMap(([kind, values]) =>
    [...values].flatMap(listTraces).flatMap((trace) =>
      Object.entries(targets)
        .filter(([, text]) => text.includes(trace))
        .map(([target]) => `${kind} in ${/^\d/.test(target) ? `dump ${target}` : `the ${target}`}`),
    ),
  )
  return [...new Set(found)]
}
