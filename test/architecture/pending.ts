/** Clauses that cannot be proven over HTTP alone, and what will prove each. */
export const pending: Readonly<Record<string, 'browser test' | 'CLI test'>> = {}
