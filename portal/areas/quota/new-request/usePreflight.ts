import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dataOf } from '../../../../client/api-client.ts'
import { quota } from '../../../management/clients.ts'
import { OWN, type Preflight, type PreflightInput, VERSION_QUERY } from '../quota-api.ts'

/** Somebody who types a number is not asked about each digit. */
const PAUSE_MS = 400

export type PreflightResult = Readonly<{
  prediction: readonly Preflight[] | undefined
  error: Error | null
}>

/** What would happen to these rows, once they are complete and nobody types. */
export function usePreflight(
  subscriptionId: string,
  inputs: readonly PreflightInput[] | undefined,
): PreflightResult {
  const wanted = inputs ? JSON.stringify(inputs) : undefined
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, error } = useQuery({
    queryKey: ['quota preflight', subscriptionId, settled],
    enabled: settled !== undefined,
    // What was true a moment ago is not what is sent next.
    gcTime: 0,
    staleTime: 0,
    queryFn: ({ signal }) => {
      const params = { path: { subscriptionId }, query: VERSION_QUERY }
      const body = { value: JSON.parse(settled ?? '[]') as PreflightInput[] }
      return dataOf(quota.POST(`${OWN}/preflight`, { params, body, signal }))
    },
  })
  const isCurrent = wanted !== undefined && wanted === settled
  return { prediction: isCurrent ? data?.value : undefined, error: isCurrent ? error : null }
}
