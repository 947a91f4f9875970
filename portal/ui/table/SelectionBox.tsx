import { makeStyles, tokens } from '@fluentui/react-components'
import { useCallback } from 'react'

const useStyles = makeStyles({
  box: {
    display: 'block',
    width: tokens.spacingHorizontalL,
    height: tokens.spacingVerticalL,
    margin: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
    accentColor: tokens.colorCompoundBrandBackground,
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: tokens.strokeWidthThin,
    },
  },
})

type Props = Readonly<{
  label: string
  checked: boolean | 'mixed'
  onToggle: (isRange: boolean) => void
}>

/**
 * The browser's own: a list that scrolls renders dozens at a time. Shift marks a range, by mouse
 * and by keyboard: a click tells which keys were held.
 */
export function SelectionBox({ label, checked, onToggle }: Props) {
  const styles = useStyles()
  const isMixed = checked === 'mixed'
  const mark = useCallback(
    (box: HTMLInputElement | null) => {
      if (box) box.indeterminate = isMixed
    },
    [isMixed],
  )
  return (
    <input
      ref={mark}
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={checked === true}
      onClick={({ shiftKey }) => onToggle(shiftKey)}
      // The click has done it.
      onChange={() => undefined}
    />
  )
}
