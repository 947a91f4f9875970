import { useRef, useState } from 'react'
import type { RowSelection } from './data-table-parts.ts'
import { toggleSelection } from './selection.ts'

/** `keys`: of the rows on show. What a filter hides is not selected: nobody acts on what they cannot see. */
export function useSelection(keys: readonly string[]): RowSelection & { clear: () => void } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | undefined>(undefined)
  const selected = new Set(keys.filter((key) => chosen.has(key)))
  return {
    selected,
    toggle(key, isRange) {
      setChosen(toggleSelection(selected, keys, key, isRange ? anchor.current : undefined))
      anchor.current = key
    },
    toggleAll: () => setChosen(selected.size === keys.length ? new Set() : new Set(keys)),
    clear: () => setChosen(new Set()),
  }
}
