/**
 * Published clients insert the scope of a call into the path unencoded. Their documentation writes it
 * with slashes around it, which makes `//subscriptions/…//providers/…`.
 */
export function removeScopeSlashes(url: string): string {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  if (!path.includes('//')) return url
  const short = path.replace(/\/{2,}([^/]*)/g, (run, segment: string, at: number) =>
    isAtScope(segment.toLowerCase(), path.slice(0, at)) ? `/${segment}` : run,
  )
  return short + url.slice(path.length)
}

/** Behind `/subscriptions` alone the id is missing, and the caller is told so. */
function isAtScope(segment: string, before: string): boolean {
  if (segment === 'subscriptions') return before === ''
  return segment === 'providers' && before !== '' && !/^\/+subscriptions$/i.test(before)
}
