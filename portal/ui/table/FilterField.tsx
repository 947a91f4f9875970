import { Input } from '@fluentui/react-components'
import { FilterRegular } from '@fluentui/react-icons'
import type { RefObject } from 'react'
import { isTokenLike, TOKEN_REFUSED } from '../text/token-like.ts'
import { pageFilterMark } from './page-filter.ts'
import { useAddressText } from './useAddressText.ts'

type Props = Readonly<{
  label: string
  filter: string
  field: RefObject<HTMLInputElement | null>
  onChange: (filter: string) => void
}>

export function FilterField({ label, filter, field, onChange }: Props) {
  const [text, setText] = useAddressText(filter, (typed) => {
    if (!isTokenLike(typed)) onChange(typed)
  })
  return (
    <>
      <Input
        input={{ ref: field, ...pageFilterMark }}
        type="search"
        aria-label={label}
        placeholder={label}
        contentBefore={<FilterRegular />}
        value={text}
        onChange={(_event, { value }) => setText(value)}
      />
      {isTokenLike(text) && <span role="alert">{TOKEN_REFUSED}</span>}
    </>
  )
}
