import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { TextField } from '../../form-fields.tsx'
import { findBadLink } from '../draft.ts'
import type { FieldsProps } from './EventFields.tsx'

const useStyles = makeStyles({
  title: { ...typographyStyles.subtitle2, cursor: 'pointer' },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalL,
    paddingTop: tokens.spacingVerticalL,
  },
})

/** What many events do without. */
export function MoreFields({ draft, onChange }: FieldsProps) {
  const styles = useStyles()
  const badLink = findBadLink(draft.links)
  return (
    <details>
      <summary className={styles.title}>Description, actions, links and tags</summary>
      <div className={styles.fields}>
        <TextField
          label="Description"
          rows={4}
          maxLength={100_000}
          value={draft.description}
          onType={(description) => onChange({ description })}
        />
        <TextField
          label="Recommended actions"
          rows={3}
          hint="One per line."
          maxLength={20_000}
          value={draft.actions}
          onType={(actions) => onChange({ actions })}
        />
        <TextField
          label="Links"
          rows={2}
          hint="One per line: a name, then an https address."
          problem={badLink && `“${badLink}” does not end with an http or https address.`}
          maxLength={20_000}
          value={draft.links}
          onType={(links) => onChange({ links })}
        />
        <TextField
          label="Tags"
          hint="Separated by commas. The tag Action Recommended asks readers to act."
          maxLength={2000}
          value={draft.tags}
          onType={(tags) => onChange({ tags })}
        />
        <TextField
          label="Tracking ID"
          hint="Letters, digits, hyphens and underscores. Leave this field empty to have one generated."
          maxLength={64}
          value={draft.trackingId}
          onType={(trackingId) => onChange({ trackingId })}
        />
      </div>
    </details>
  )
}
