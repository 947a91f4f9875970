/** Whether a path lies below a resource provider: of a resource, of a subscription, or of the whole installation. */
export function isBelowProvider(provider: string): (path: string) => boolean {
  const name = provider.toLowerCase()
  return (path) => {
    const segments = path.toLowerCase().split('/').slice(1)
    if (segments[0] !== 'subscriptions' && segments[0] !== 'providers') return false
    return segments.some((segment, at) => segment === 'providers' && segments[at + 1] === name)
  }
}
