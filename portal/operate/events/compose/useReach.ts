import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type EventReach, measureReach, type NewEvent } from '../queries.ts'

/** Somebody who types a name is not asked about each letter. */
const PAUSE_MS = 400

export type ReachResult = Readonly<{ reach: EventReach | undefined; error: Error | null }>

/** Whom the event would reach, once it says whom it is for and nobody types. */
export function useReach(input: NewEvent | undefined): ReachResult {
  const wanted = input ? JSON.stringify(input) : undefined
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, error } = useQuery({
    queryKey: ['event reach', asked],
    enabled: asked !== undefined,
    // What was true a moment ago is not what is published next.
    gcTime: 0,
    staleTime: 0,
    queryFn: ({ signal }) => measureReach(JSON.parse(asked ?? '{}') as NewEvent, signal),
  })
  const isCurrent = wanted !== undefined && wanted === asked
  return { reach: isCurrent ? data : undefined, error: isCurrent ? error : null }
}
