import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** On another page the focus goes to its title, so that a screen reader says where one is. */
export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // The first page keeps the browser's own order: the skip link comes first.
        const isSearching = document.activeElement?.closest('search') !== null
        if (!fromLocation || !pathChanged || isSearching) return
        // The router has put the page where it was left.
        document.querySelector('h1')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
