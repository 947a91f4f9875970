/** Clauses that cannot be proven over HTTP alone, and what will prove each. */
export const pending: Readonly<Record<string, 'browser test' | 'CLI test'>> = {
  A12: 'CLI test',
  A13: 'CLI test',
  A14: 'CLI test',
  A24: 'browser test',
  A25: 'browser test',
  A26: 'browser test',
  A27: 'browser test',
  A28: 'browser test',
  A29: 'browser test',
  A30: 'browser test',
  A31: 'browser test',
  A32: 'browser test',
  A33: 'browser test',
  A34: 'browser test',
}
