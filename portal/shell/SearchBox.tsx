import { Input, makeStyles } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { paths } from '../paths.ts'
import type { TableView } from '../ui/table/table-view.ts'
import { useAddressText } from '../ui/table/useAddressText.ts'

const useStyles = makeStyles({ box: { width: '100%' } })

/** Looks for apps: filters their page at once, and leads to it from any other. */
export function SearchBox() {
  const styles = useStyles()
  const box = useRef<HTMLInputElement>(null)
  useSlashShortcut(() => box.current?.focus())
  const navigate = useNavigate()
  const { isApps, filter } = useRouterState({
    select: ({ location }) => ({
      isApps: location.pathname === paths.apps,
      filter: (location.search as TableView).filter,
    }),
    structuralSharing: true,
  })
  const [text, setText] = useAddressText(isApps ? (filter ?? '') : '', (typed) =>
    navigate({
      to: paths.apps,
      replace: isApps,
      // The order of another list is none of theirs.
      search: (before: TableView) => ({ ...(isApps && before), filter: typed }),
    }),
  )
  return (
    <search className={styles.box}>
      <Input
        className={styles.box}
        input={{ ref: box }}
        type="search"
        aria-label="Search apps"
        aria-keyshortcuts="/"
        placeholder="Search apps (press /)"
        contentBefore={<SearchRegular />}
        value={text}
        onChange={(_event, { value }) => setText(value)}
      />
    </search>
  )
}

const TYPING = 'input, textarea, select, [contenteditable], [role$="dialog"] *'

/** `/` anywhere, unless somebody is writing. */
function useSlashShortcut(onSlash: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches(TYPING)
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      onSlash()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onSlash])
}
