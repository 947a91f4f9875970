import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** On another page the focus goes to its title, so that a screen reader says where one is. */
export function useFocusOnArrival(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // The first page keeps the browser's own order: the skip link comes first.
        if (fromLocation && pathChanged) document.querySelector('h1')?.focus()
      }),
    [router],
  )
}
