import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { toExact } from '../../../../ui/text/relative-time.ts'
import { choicesWith, parseExpiry, toDay } from './expiry.ts'

const useStyles = makeStyles({ fields: { display: 'grid', gap: tokens.spacingVerticalM } })

type Props = Readonly<{
  /** What is chosen at first. Null: never, or the default. */
  days: number | null
  problem: string | undefined
}>

export function ExpiryField({ days, problem }: Props) {
  const styles = useStyles()
  const [choice, setChoice] = useState(days === null ? 'never' : String(days))
  const [day, setDay] = useState('')
  const now = new Date()
  const expiry = parseExpiry(choice, day, now)
  const end =
    'at' in expiry && expiry.at ? `The token stops working on ${toExact(expiry.at)}.` : undefined
  return (
    <div className={styles.fields}>
      <Field label="Expires" {...(choice !== 'date' && end && { hint: end })}>
        <Select name="expiry" value={choice} onChange={(_event, { value }) => setChoice(value)}>
          {choicesWith(days).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      {choice === 'date' && (
        <Field
          label="Expiry date"
          required
          {...(end && { hint: end })}
          {...(problem && { validationMessage: problem })}
        >
          <Input
            type="date"
            name="day"
            min={toDay(now)}
            value={day}
            onChange={(_event, { value }) => setDay(value)}
          />
        </Field>
      )}
    </div>
  )
}
