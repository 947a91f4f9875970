import { Button, useAnnounce } from '@fluentui/react-components'
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons'
import { useEffect, useState } from 'react'

const CONFIRMED_MS = 2000

type Props = Readonly<{
  value: string
  /** What is copied, as in "Copy request ID". */
  what: string
  /** Whether it says so in words beside the icon. */
  isNamed?: boolean
}>

export function CopyButton({ value, what, isNamed = false }: Props) {
  const [isCopied, setCopied] = useState(false)
  const { announce } = useAnnounce()
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    announce(`Copied ${what}`)
  }
  const label = isCopied ? `Copied ${what}` : `Copy ${what}`
  return (
    <Button
      appearance="subtle"
      size="small"
      icon={isCopied ? <CheckmarkRegular /> : <CopyRegular />}
      aria-label={label}
      title={label}
      onClick={copy}
    >
      {isNamed ? label : null}
    </Button>
  )
}
