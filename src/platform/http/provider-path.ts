/** Whether a path lies below a resource provider: of a subscription, or of the whole installation. */
export function isBelowProvider(provider: string): (path: string) => boolean {
  const name = provider.toLowerCase()
  return (path) => {
    const segments = path.toLowerCase().split('/').slice(1)
    const rest = segments[0] === 'subscriptions' ? segments.slice(2) : segments
    return rest[0] === 'providers' && rest[1] === name
  }
}
