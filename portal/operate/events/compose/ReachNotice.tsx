import { Checkbox, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { ApiError } from '../../../../client/api-error.ts'
import { FormError } from '../../../ui/form/FormError.tsx'
import type { EventReach } from '../queries.ts'
import { hasAudience } from './draft.ts'
import type { FieldsProps } from './fields/EventFields.tsx'
import { FieldGroup } from './fields/FieldGroup.tsx'
import { listReached } from './reach-words.ts'

const useStyles = makeStyles({
  count: { ...typographyStyles.body1Strong, margin: 0 },
  text: {
    ...typographyStyles.body1,
    margin: 0,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
})

type Props = FieldsProps & Readonly<{ reach: EventReach | undefined; error: Error | null }>

/** Which subscriptions would get the event, or why that cannot be said. */
export function ReachNotice({ draft, reach, error, onChange }: Props) {
  const styles = useStyles()
  const isUnknownName = error instanceof ApiError && error.code === 'UnknownName'
  return (
    <FieldGroup title="Reach">
      <div role="status">
        {reach && <Reached reach={reach} />}
        {!reach && !error && (
          <p className={styles.text}>
            {hasAudience(draft)
              ? 'Counting the subscriptions.'
              : `Enter a ${draft.audience === 'footprint' ? 'service' : 'subscription'}, or choose another audience, to see which subscriptions will receive the event.`}
          </p>
        )}
      </div>
      {error && <FormError title="The reach could not be determined." error={error} />}
      {(isUnknownName || draft.allowsNewNames) && (
        <Checkbox
          label="Register the names that are not known yet"
          checked={draft.allowsNewNames}
          onChange={(_event, { checked }) => onChange({ allowsNewNames: checked === true })}
        />
      )}
    </FieldGroup>
  )
}

function Reached({ reach }: Readonly<{ reach: EventReach }>) {
  const styles = useStyles()
  const { services = [], regions = [] } = reach.registers ?? {}
  const names = [...services, ...regions]
  return (
    <>
      <p className={styles.count}>{`This event will reach ${reach.summary}.`}</p>
      <p className={styles.text}>
        {reach.subscriptions === 0
          ? 'No subscription uses these services in these regions. Subscriptions that start to use them will receive the event.'
          : `${listReached(reach)}.`}
      </p>
      {names.length > 0 && (
        <p
          className={styles.text}
        >{`Publishing will register these new names: ${names.join(', ')}.`}</p>
      )}
    </>
  )
}
