import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Up to here the browser is quick enough by itself, and find-in-page sees every row. */
const ALL_AT_ONCE = 200
const ROWS_AROUND = 8

export type VisibleRows = Readonly<{
  indexes: readonly number[]
  /** Height of the rows left out above and below. */
  above: number
  below: number
  measure: ((row: Element | null) => void) | undefined
}>

/** Which rows of a long list are worth rendering. Rows carry `data-index`, so that they can be measured. */
export function useVisibleRows(
  count: number,
  estimatedHeight: number,
  container: RefObject<HTMLElement | null>,
): VisibleRows {
  const isVirtual = count > ALL_AT_ONCE
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const { current } = container
    // To ask where something is makes the browser lay out the page at once.
    if (isVirtual && current) {
      setScrollMargin(current.getBoundingClientRect().top + window.scrollY)
    }
  }, [container, isVirtual])
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedHeight,
    overscan: ROWS_AROUND,
    scrollMargin,
    enabled: isVirtual,
  })
  if (!isVirtual) {
    return { indexes: [...Array(count).keys()], above: 0, below: 0, measure: undefined }
  }
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return {
    indexes: items.map(({ index }) => index),
    above: first ? first.start - scrollMargin : 0,
    // Before the first is known the list has its whole length, so that a place in it can be found again.
    below: virtualizer.getTotalSize() - (last ? last.end - scrollMargin : 0),
    measure: virtualizer.measureElement,
  }
}
