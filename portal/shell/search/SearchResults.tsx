import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Notice } from './describe-sources.ts'
import { type Found, type Target, useResults } from './useResults.ts'

const useStyles = makeStyles({
  popup: {
    position: 'absolute',
    top: '100%',
    left: 0,
    right: 0,
    zIndex: 3,
    maxHeight: '70vh',
    overflowY: 'auto',
    margin: `${tokens.spacingVerticalXXS} 0 0`,
    padding: tokens.spacingVerticalXS,
    listStyleType: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow16,
  },
  result: {
    ...typographyStyles.body1,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralBackground1}`,
  },
  chosen: {
    backgroundColor: tokens.colorNeutralBackground2,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorStrokeFocus2}`,
  },
  detail: { color: tokens.colorNeutralForeground3 },
})

type Props = Readonly<{
  id: string
  text: string
  /** Keys that the field does not use itself are handed on to the list. */
  box: HTMLInputElement
  onClose: () => void
}>

/** What can be chosen: something found, or a page on which more can be searched. */
type Choice = Readonly<{
  key: string
  text: string
  detail?: string
  target: Readonly<{ to: string; params?: Target['params'] }>
}>

const toChoices = ({ results, notices }: Found): Choice[] => [
  ...results.map(({ key, name, kind, detail, target }) => ({
    ...{ key, text: name, detail: `${kind} · ${detail}`, target },
  })),
  ...notices.flatMap(({ key, text, to }) =>
    to === undefined ? [] : [{ key, text, target: { to } }],
  ),
]

const idOf = (list: string, index: number): string => `${list}-${index}`

/** What the text is found in. The focus stays in the field; arrow keys choose, Enter opens. */
export function SearchResults({ id, text, box, onClose }: Props) {
  const styles = useStyles()
  const found = useResults(text)
  const choices = toChoices(found)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(0)
  const open = ({ target }: Choice) => {
    onClose()
    // The focus goes to the title of the page.
    box.blur()
    void navigate(target as never)
  }
  useKeys(box, {
    ArrowDown: () => setChosen((chosen + 1) % Math.max(1, choices.length)),
    ArrowUp: () => setChosen((chosen + choices.length - 1) % Math.max(1, choices.length)),
    Enter() {
      const choice = choices[chosen]
      if (choice) open(choice)
    },
  })
  useEffect(() => {
    box.setAttribute('aria-activedescendant', choices.length > 0 ? idOf(id, chosen) : '')
    return () => box.removeAttribute('aria-activedescendant')
  }, [box, id, chosen, choices.length])
  return (
    <div id={id} role="listbox" aria-label="Search results" className={styles.popup}>
      {found.notices
        .filter(({ to }) => to === undefined)
        .map((notice) => (
          <Said key={notice.key} notice={notice} />
        ))}
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
        <div
          key={choice.key}
          id={idOf(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={mergeClasses(styles.result, index === chosen && styles.chosen)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => open(choice)}
        >
          <span>{choice.text}</span>
          {choice.detail && <span className={styles.detail}>{choice.detail}</span>}
        </div>
      ))}
    </div>
  )
}

function Said({ notice }: Readonly<{ notice: Notice }>) {
  const styles = useStyles()
  return (
    <div
      role="option"
      tabIndex={-1}
      aria-selected={false}
      aria-disabled
      className={mergeClasses(styles.result, styles.detail)}
    >
      {notice.text}
    </div>
  )
}

function useKeys(box: HTMLInputElement, keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    box.addEventListener('keydown', listen)
    return () => box.removeEventListener('keydown', listen)
  }, [box, keys])
}
