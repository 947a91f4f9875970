import { lazy, Suspense } from 'react'
import type { SelectionProps } from './SelectionCheckbox.tsx'

/** Only lists with something to do to several rows need it. */
const SelectionCheckbox = lazy(async () => ({
  default: (await import('./SelectionCheckbox.tsx')).SelectionCheckbox,
}))

export function SelectionBox(props: SelectionProps) {
  return (
    <Suspense>
      <SelectionCheckbox {...props} />
    </Suspense>
  )
}
