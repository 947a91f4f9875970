import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { AddRegular, DeleteRegular } from '@fluentui/react-icons'
import { useId } from 'react'
import { type ImpactRow, listNamed, newImpactRow } from '../draft.ts'
import { useKnownNames } from './useKnownNames.ts'

const useStyles = makeStyles({
  rows: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    justifyItems: 'start',
    width: '100%',
  },
  row: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  fields: {
    flexGrow: 1,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10rem), 1fr))',
    gap: tokens.spacingHorizontalM,
    minWidth: 0,
  },
  input: { minWidth: 0 },
})

const MAX_SERVICES = 200

type Props = Readonly<{
  rows: readonly ImpactRow[]
  /** Whether the event is for those who use what is named here. */
  isRequired: boolean
  /** Whether a service without regions is not in all of them. */
  needsRegions?: boolean
  onChange: (rows: readonly ImpactRow[]) => void
}>

/** Which services are affected, and in which regions. */
export function ImpactFields({ rows, isRequired, needsRegions = false, onChange }: Props) {
  const styles = useStyles()
  const { services, regions } = useKnownNames()
  const listId = useId()
  const change = (key: number, changed: Partial<ImpactRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  return (
    <div className={styles.rows}>
      <NameList id={listId} names={services} />
      {rows.map((row, n) => (
        <fieldset key={row.key} className={styles.row} aria-label={`Service ${n + 1}`}>
          <div className={styles.fields}>
            <Field label="Service" required={isRequired}>
              <Input
                className={styles.input}
                value={row.service}
                maxLength={200}
                list={listId}
                autoComplete="off"
                onChange={(_event, { value }) => change(row.key, { service: value })}
              />
            </Field>
            <RegionsField
              text={row.regions}
              known={regions}
              isRequired={needsRegions}
              onType={(text) => change(row.key, { regions: text })}
            />
          </div>
          {rows.length > 1 && (
            <Button
              appearance="subtle"
              icon={<DeleteRegular />}
              aria-label={`Remove service ${n + 1}`}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            />
          )}
        </fieldset>
      ))}
      <Button
        icon={<AddRegular />}
        disabled={rows.length >= MAX_SERVICES}
        onClick={() => onChange([...rows, newImpactRow(rows)])}
      >
        Add a service
      </Button>
    </div>
  )
}

type RegionsProps = Readonly<{
  text: string
  known: readonly string[]
  isRequired: boolean
  onType: (text: string) => void
}>

/** Several names in one field: the list completes the last of them. */
function RegionsField({ text, known, isRequired, onType }: RegionsProps) {
  const listId = useId()
  const before = text.slice(0, text.lastIndexOf(',') + 1)
  const named = new Set(listNamed(before).map((name) => name.toLowerCase()))
  const offered = known.filter((name) => !named.has(name.toLowerCase()))
  return (
    <>
      <Field label="Regions, separated by commas" required={isRequired}>
        <Input
          className={useStyles().input}
          value={text}
          placeholder={isRequired ? '' : 'All regions'}
          list={listId}
          autoComplete="off"
          onChange={(_event, { value }) => onType(value)}
        />
      </Field>
      <NameList id={listId} names={offered.map((name) => (before ? `${before} ${name}` : name))} />
    </>
  )
}

function NameList({ id, names }: Readonly<{ id: string; names: readonly string[] }>) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
