/** Whether a path lies below a resource provider: of a subscription, or of the whole installation. */
export function isBelowProvider(provider: string): (path: string) => boolean {
  const name = provider.toLowerCase()
  return (path) => {
    const segments = path.toLowerCase().split('/').slice(1)
    // Also without the id, which is then what the caller has to be told.
    const starts = segments[0] === 'subscriptions' ? [1, 2] : [0]
    return starts.some((at) => segments[at] === 'providers' && segments[at + 1] === name)
  }
}
