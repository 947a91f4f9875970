import { Checkbox } from '@fluentui/react-components'

export type SelectionProps = Readonly<{
  label: string
  checked: boolean | 'mixed'
  onToggle: (isRange: boolean) => void
}>

/** Shift marks a range, by mouse and by keyboard: a click tells which keys were held. */
export function SelectionCheckbox({ label, checked, onToggle }: SelectionProps) {
  return (
    <Checkbox
      input={{ 'aria-label': label, onClick: ({ shiftKey }) => onToggle(shiftKey) }}
      checked={checked}
      // The click has done it.
      onChange={() => undefined}
    />
  )
}
