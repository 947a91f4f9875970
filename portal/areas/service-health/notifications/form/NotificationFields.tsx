import {
  Checkbox,
  Field,
  Input,
  makeStyles,
  Textarea,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ErrorCircleFilled } from '@fluentui/react-icons'
import { notificationNoticesValues } from '../../../../../client/generated/notifications.ts'
import { paths } from '../../../../paths.ts'
import { PageLink } from '../../../../ui/page/PageLink.tsx'
import type { Kind, Notice, Notification } from '../queries.ts'
import { KIND_WORDS, NOTICE_WORDS } from '../words.ts'
import type { Problems } from './field-problems.ts'
import { DEFAULT_HOURS } from './form-input.ts'

const useStyles = makeStyles({
  code: { fontFamily: tokens.fontFamilyMonospace },
  group: { display: 'grid', justifyItems: 'start', margin: 0, padding: 0, border: 'none' },
  legend: { ...typographyStyles.body1, padding: 0 },
  problem: {
    ...typographyStyles.caption1,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    color: tokens.colorStatusDangerForeground1,
  },
})

type AddressProps = Readonly<{
  kind: Kind
  problem: string | undefined
  /** Of a notification that is there: it is kept if nothing is typed. */
  shown?: string
}>

export function AddressField({ kind, problem, shown }: AddressProps) {
  const { address, hint, example } = KIND_WORDS[kind]
  return (
    <Field
      label={address}
      required={shown === undefined}
      hint={shown === undefined ? hint : `Leave this field empty to keep ${shown}`}
      {...(problem !== undefined && { validationMessage: problem })}
    >
      <Input name="address" maxLength={2000} placeholder={example} autoComplete="off" />
    </Field>
  )
}

type Props = Readonly<{ subscription: string; problems: Problems; before?: Notification }>

/** What is sent: which events, and what of them. */
export function ContentFields({ subscription, problems, before }: Props) {
  const styles = useStyles()
  return (
    <>
      <Field
        label="Filter"
        hint={<FilterHint subscription={subscription} />}
        {...(problems.filter !== undefined && { validationMessage: problems.filter })}
      >
        <Textarea
          name="filter"
          textarea={{ className: styles.code }}
          maxLength={4000}
          rows={2}
          spellCheck={false}
          defaultValue={before?.filter ?? ''}
        />
      </Field>
      <NoticesField problem={problems.notices} before={before?.notices} />
      <Field label="First maintenance reminder, in hours before the start" hint="1 to 168">
        <Input
          name="hoursBefore"
          type="number"
          min={1}
          max={168}
          required
          defaultValue={String(before?.hoursBefore ?? DEFAULT_HOURS)}
        />
      </Field>
    </>
  )
}

function FilterHint({ subscription }: Readonly<{ subscription: string }>) {
  return (
    <>
      {'An OData filter, for example '}
      <code>eventType eq 'ServiceIssue' and status eq 'Active'</code>
      {'. Leave this field empty to send all events. The '}
      <PageLink inline to={paths.healthEvents} params={{ subscription }} target="_blank">
        list of events
      </PageLink>
      {' shows the filter for the options that you select there.'}
    </>
  )
}

type NoticesProps = Readonly<{
  problem: string | undefined
  before: readonly Notice[] | undefined
}>

/** Not a field of Fluent, which would give all checkboxes the same id. */
function NoticesField({ problem, before }: NoticesProps) {
  const styles = useStyles()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Send</legend>
      {notificationNoticesValues.map((notice) => (
        <Checkbox
          key={notice}
          name="notices"
          value={notice}
          label={NOTICE_WORDS[notice].name}
          defaultChecked={before?.includes(notice) ?? NOTICE_WORDS[notice].isDefault}
        />
      ))}
      {problem !== undefined && (
        <div role="alert" className={styles.problem}>
          <ErrorCircleFilled aria-hidden />
          {problem}
        </div>
      )}
    </fieldset>
  )
}
