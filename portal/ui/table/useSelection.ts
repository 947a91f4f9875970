import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { RowSelection } from './data-table-parts.ts'
import { toggleSelection } from './selection.ts'

/** `keys`: of the rows on show. What a filter hides is not selected: nobody acts on what they cannot see. */
export function useSelection(keys: readonly string[]): RowSelection & { clear: () => void } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | undefined>(undefined)
  const selected = new Set(keys.filter((key) => chosen.has(key)))
  const latest = useRef({ keys, selected })
  useLayoutEffect(() => {
    latest.current = { keys, selected }
  })
  // Stays the same function, so that rows that have not changed are not rendered again.
  const toggle = useCallback((key: string, isRange: boolean) => {
    const now = latest.current
    setChosen(toggleSelection(now.selected, now.keys, key, isRange ? anchor.current : undefined))
    anchor.current = key
  }, [])
  return {
    selected,
    toggle,
    toggleAll: () => setChosen(selected.size === keys.length ? new Set() : new Set(keys)),
    clear: () => setChosen(new Set()),
  }
}
