import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TableView } from './table-view.ts'

/** The view of the list on this page. Its route says `validateSearch: readTableView`. */
export function useTableView(): [view: TableView, change: (change: TableView) => void] {
  const view: TableView = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changed: TableView) =>
    navigate({
      to: '.',
      // Typing is not a way through pages: Back leads to the page before.
      replace: true,
      resetScroll: false,
      search: (before: TableView) => withoutEmpty({ ...before, ...changed }),
    })
  return [view, change]
}

function withoutEmpty({ filter, sort, ...rest }: TableView): TableView {
  return { ...rest, ...(filter && { filter }), ...(sort && { sort }) }
}
