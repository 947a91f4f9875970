import { Field, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Section } from '../../../ui/page/Section.tsx'
import type { EventRevision } from '../queries.ts'
import { DifferenceTable } from './DifferenceTable.tsx'
import { describeRevision } from './describe-revision.ts'
import { compareRevisions } from './revision-fields.ts'

const useStyles = makeStyles({
  choices: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 14rem), 1fr))',
    gap: tokens.spacingHorizontalM,
    width: '100%',
    maxWidth: '48rem',
  },
  select: { minWidth: 0 },
})

type Props = Readonly<{ revisions: readonly EventRevision[] }>

/** Which two are compared is in the address; without it the last two. */
function useCompared(revisions: readonly EventRevision[]) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const known = (value: unknown) => revisions.find(({ number }) => number === value)?.number
  const last = revisions.length
  const change = (changed: { from?: number; to?: number }) =>
    navigate({
      to: '.',
      resetScroll: false,
      search: (before: Record<string, unknown>) => ({ ...before, ...changed }),
    })
  return { from: known(search.from) ?? last - 1, to: known(search.to) ?? last, change }
}

export function Comparison({ revisions }: Props) {
  const styles = useStyles()
  const { from, to, change } = useCompared(revisions)
  const choice = (label: string, value: number, onChoose: (number: number) => void) => (
    <Field label={label}>
      <Select
        className={styles.select}
        value={String(value)}
        onChange={(_event, data) => onChoose(Number(data.value))}
      >
        {revisions.map((revision) => (
          <option key={revision.number} value={revision.number}>
            {`${revision.number}. ${describeRevision(revision)}`}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <Section title="Compare revisions">
      <div className={styles.choices}>
        {choice('Before', from, (number) => change({ from: number }))}
        {choice('After', to, (number) => change({ to: number }))}
      </div>
      <DifferenceTable differences={compareRevisions(revisions, from, to)} />
    </Section>
  )
}
