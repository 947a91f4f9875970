import { useSyncExternalStore } from 'react'

/** Narrower than this, tables are lists and the rail is a drawer. Griffel wants the query as text. */
const NARROW = '(max-width: 720px)'
export const AT_NARROW = `@media ${NARROW}` as const

/** There a transparent border is painted like any other. */
export const AT_FORCED_COLOURS = '@media (forced-colors: active)'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}

export const useIsNarrow = () => useMedia(NARROW)
