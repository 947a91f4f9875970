import { listNames } from '../../ui/text/list-names.ts'

/** What is searched, and whether it has been: a search that did not look found nothing out. */
export type Source = Readonly<{
  /** As in "events", within a sentence. */
  what: string
  /** `closed`: only the page it is on can ask for it. */
  state: 'searched' | 'searching' | 'failed' | 'closed'
  page: Readonly<{ to: string; name: string }>
}>

export type Notice = Readonly<{ key: string; text: string; to?: string }>

/** What to say beside the results. */
export function describeSources(text: string, sources: readonly Source[], found: number): Notice[] {
  const inState = (state: Source['state']) => sources.filter((source) => source.state === state)
  const [closed, ...others] = inState('closed')
  const isSearching = inState('searching').length > 0
  return [
    ...(isSearching ? [{ key: 'searching', text: 'Searching…' }] : []),
    ...(isSearching || found > 0 ? [] : listNothing(text, inState('searched'), sources.length)),
    ...inState('failed').map(({ what, page }) => ({
      key: what,
      text: `${capitalize(what)} could not be searched. Open ${page.name}`,
      to: page.to,
    })),
    ...(closed
      ? [
          {
            key: 'closed',
            text: `Open ${closed.page.name} to search ${joinNames([closed, ...others])}`,
            to: closed.page.to,
          },
        ]
      : []),
  ]
}

function listNothing(text: string, searched: readonly Source[], all: number): Notice[] {
  if (searched.length === 0) return []
  const where = searched.length < all ? ` in ${joinNames(searched)}` : ''
  return [{ key: 'nothing', text: `Nothing found for “${text}”${where}.` }]
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const joinNames = (sources: readonly Source[]) => listNames(sources.map(({ what }) => what))
