import type { ReactNode } from 'react'
import { CopyableText } from '../text/CopyableText.tsx'
import { Notice } from './Notice.tsx'

type Props = Readonly<{
  title: string
  /** What would be here, and why nothing is. */
  text: string
  /** The one thing to do next. */
  action?: ReactNode
  /** The same by command line. */
  command?: string
}>

export function EmptyState({ title, text, action, command }: Props) {
  return (
    <Notice title={title} text={text}>
      {action}
      {command && <CopyableText value={command} what="command" />}
    </Notice>
  )
}
