import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../../../../client/api-client.ts'
import { API_VERSION } from '../../../../areas/service-health/events/queries.ts'
import { serviceHealth } from '../../../../management/clients.ts'

/** A list of more helps nobody who types. */
const MAX_NAMES = 1000

export type KnownNames = Readonly<{ services: readonly string[]; regions: readonly string[] }>

/** The services and regions that are registered, to choose from. Without them any name can be typed. */
export function useKnownNames(): KnownNames {
  const { data } = useQuery({
    queryKey: ['registered names'],
    // Asked for once: an answer that is due must not take a page away on which somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const params = { query: { 'api-version': API_VERSION } }
      const path = '/providers/Microsoft.ResourceHealth/metadata'
      return (await dataOf(serviceHealth.GET(path, { params, signal }))).value
    },
  })
  const listOf = (kind: string) => {
    const found = data?.find(({ name }) => name === kind)?.properties.supportedValues ?? []
    return found.slice(0, MAX_NAMES).map(({ displayName }) => displayName)
  }
  return { services: listOf('supportedServices'), regions: listOf('supportedRegions') }
}
