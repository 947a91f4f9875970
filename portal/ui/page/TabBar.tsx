import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { AT_FORCED_COLOURS } from '../theme/media.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalXL,
    margin: 0,
    marginBottom: tokens.spacingVerticalXL,
    padding: 0,
    listStyleType: 'none',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  link: {
    ...typographyStyles.body1,
    display: 'block',
    padding: `${tokens.spacingVerticalS} 0`,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    borderBottom: `${tokens.strokeWidthThicker} solid transparent`,
    [AT_FORCED_COLOURS]: { ':not([aria-current])': { borderBottomColor: 'Canvas' } },
    ':hover': {
      color: tokens.colorNeutralForeground1,
      borderBottomColor: tokens.colorNeutralStroke1Hover,
    },
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
    },
    // Where you are is told by weight and a line, not by colour alone.
    '&[aria-current="page"]': {
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorNeutralForeground1,
      borderBottomColor: tokens.colorCompoundBrandStroke,
    },
  },
})

/** The pages of one thing, each with an address of its own: links, not tabs that hide panels. */
export function TabBar({ label, children }: Readonly<{ label: string; children: ReactNode }>) {
  return (
    <nav aria-label={label}>
      <ul className={useStyles().list}>{children}</ul>
    </nav>
  )
}

function TabAnchor(props: ComponentProps<'a'>) {
  const { link } = useStyles()
  return (
    <li>
      <a {...props} className={link} />
    </li>
  )
}

export const TabLink = createLink(TabAnchor)
