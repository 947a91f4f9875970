import { Input } from '@fluentui/react-components'
import { FilterRegular } from '@fluentui/react-icons'
import type { RefObject } from 'react'
import { pageFilterMark } from './page-filter.ts'
import { useAddressText } from './useAddressText.ts'

type Props = Readonly<{
  label: string
  filter: string
  field: RefObject<HTMLInputElement | null>
  onChange: (filter: string) => void
}>

export function FilterField({ label, filter, field, onChange }: Props) {
  const [text, setText] = useAddressText(filter, onChange)
  return (
    <Input
      input={{ ref: field, ...pageFilterMark }}
      type="search"
      aria-label={label}
      placeholder={label}
      contentBefore={<FilterRegular />}
      value={text}
      onChange={(_event, { value }) => setText(value)}
    />
  )
}
