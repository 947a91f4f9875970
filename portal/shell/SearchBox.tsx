import { Input, makeStyles } from '@fluentui/react-components'
import { SearchRegular } from '@fluentui/react-icons'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { paths } from '../paths.ts'
import { PAGE_FILTER } from '../ui/table/page-filter.ts'

const SearchResults = lazy(async () => ({
  default: (await import('./search/SearchResults.tsx')).SearchResults,
}))

const useStyles = makeStyles({
  search: { position: 'relative', width: '100%' },
  box: { width: '100%' },
})

/** Lists what can be opened, on every page. */
export function SearchBox() {
  const styles = useStyles()
  const list = useId()
  const box = useRef<HTMLInputElement>(null)
  const isApps = useRouterState({ select: ({ location }) => location.pathname === paths.apps })
  const [query, setQuery] = useState('')
  useShortcut((key) => {
    // There people filter their apps, most of the time.
    const filter = isApps && key === '/' ? document.querySelector<HTMLElement>(PAGE_FILTER) : null
    ;(filter ?? box.current)?.focus()
  })
  const close = () => setQuery('')
  const isOpen = query.trim() !== '' && box.current !== null
  return (
    <search className={styles.search}>
      <Input
        className={styles.box}
        input={{
          ref: box,
          role: 'combobox',
          'aria-expanded': isOpen,
          'aria-controls': isOpen ? list : undefined,
          autoComplete: 'off',
        }}
        type="search"
        aria-label="Search"
        aria-keyshortcuts={isApps ? 'Control+K' : '/ Control+K'}
        placeholder={`Search (press ${isApps ? 'Ctrl+K' : '/'})`}
        contentBefore={<SearchRegular />}
        value={query}
        onChange={(_event, { value }) => setQuery(value)}
        onKeyDown={({ key }) => key === 'Escape' && close()}
        onBlur={close}
      />
      {isOpen && box.current && (
        <Suspense>
          <SearchResults key={query} id={list} text={query} box={box.current} onClose={close} />
        </Suspense>
      )}
    </search>
  )
}

const TYPING = 'input, textarea, select, [contenteditable], [role$="dialog"] *'

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey
const isShortcut = (event: KeyboardEvent, isTyping: boolean) =>
  event.key === '/'
    ? isPlain(event) && !isTyping
    : event.key === 'k' && (event.ctrlKey || event.metaKey)

/** `/` anywhere, unless somebody is writing; Ctrl-K also then. */
function useShortcut(onPressed: (key: string) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches(TYPING)
      if (!isShortcut(event, isTyping)) return
      event.preventDefault()
      onPressed(event.key)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [onPressed])
}
