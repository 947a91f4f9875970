/** The first parameter of a link that is an address of the web. Nothing else is ever opened. */
export function findAddress(
  parameters: Readonly<Record<string, unknown>> = {},
): string | undefined {
  return Object.values(parameters).find(
    (value): value is string =>
      typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  )
}
