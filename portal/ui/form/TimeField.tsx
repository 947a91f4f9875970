import { Field, Input } from '@fluentui/react-components'
import { toExact } from '../text/relative-time.ts'
import { toInstant } from './local-time.ts'

type Props = Readonly<{
  label: string
  value: string
  onType: (value: string) => void
  hint?: string
  problem?: string | undefined
}>

/** In the zone of the reader; below it is the same time in UTC. */
export function TimeField({ label, value, onType, hint = '', problem }: Props) {
  const time = toInstant(value)
  return (
    <Field
      label={label}
      hint={time === undefined ? hint : toExact(new Date(time))}
      {...(problem !== undefined && { validationMessage: problem })}
    >
      <Input type="datetime-local" value={value} onChange={(_event, data) => onType(data.value)} />
    </Field>
  )
}
