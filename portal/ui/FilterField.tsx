import { Input } from '@fluentui/react-components'
import { FilterRegular } from '@fluentui/react-icons'
import { useAddressText } from './useAddressText.ts'

type Props = Readonly<{ label: string; filter: string; onChange: (filter: string) => void }>

export function FilterField({ label, filter, onChange }: Props) {
  const [text, setText] = useAddressText(filter, onChange)
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      contentBefore={<FilterRegular />}
      value={text}
      onChange={(_event, { value }) => setText(value)}
    />
  )
}
