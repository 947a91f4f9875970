import { useCallback, useEffect, useState } from 'react'

/** After a test or a replay: in this time most answers have come. */
const FOLLOW_MS = 15_000

export type Follow = Readonly<{
  isFollowing: boolean
  /** From now on, for a while. */
  follow: () => void
}>

/** Whether the page asks closely for what changes. */
export function useFollow(): Follow {
  const [begun, setBegun] = useState(0)
  useEffect(() => {
    if (begun === 0) return
    const timer = setTimeout(() => setBegun(0), FOLLOW_MS)
    return () => clearTimeout(timer)
  }, [begun])
  const follow = useCallback(() => setBegun(performance.now()), [])
  return { isFollowing: begun !== 0, follow }
}
