import { type ReactNode, useEffect, useState } from 'react'

const DELAY_MS = 300

/** Shows nothing for the moment in which most answers arrive: a flash is worse than a pause. */
export function Delayed({ children }: Readonly<{ children: ReactNode }>) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue ? children : null
}
