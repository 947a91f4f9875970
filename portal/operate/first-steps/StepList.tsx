import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { CheckmarkCircleRegular, CircleRegular } from '@fluentui/react-icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { dataOf } from '../../../client/api-client.ts'
import { askAgain } from '../../ask-again.ts'
import { Section } from '../../ui/page/Section.tsx'
import { CopyableText } from '../../ui/text/CopyableText.tsx'
import { AT_NARROW } from '../../ui/theme/media.ts'
import { operator } from '../client.ts'
import { STEPS, type Step } from './steps.tsx'

const useStyles = makeStyles({
  list: {
    ...typographyStyles.body1,
    display: 'grid',
    gap: tokens.spacingVerticalL,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  line: {
    display: 'grid',
    gridTemplateColumns: '5rem minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    [AT_NARROW]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  state: {
    display: 'flex',
    alignItems: 'center',
    alignSelf: 'start',
    gap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground2,
  },
  step: { display: 'grid', justifyItems: 'start', gap: tokens.spacingVerticalS },
  ways: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
  },
  title: { fontWeight: tokens.fontWeightSemibold },
})

const firstStepsQuery = queryOptions({
  queryKey: ['first steps'],
  refetchInterval: askAgain,
  queryFn: async ({ signal }) =>
    (await dataOf(operator.GET('/operator/v1/first-steps', { signal }))).value,
})

/** Until everything is done; then there is nothing to say. */
export function StepList() {
  const styles = useStyles()
  const { data: steps = [] } = useQuery(firstStepsQuery)
  const done = steps.filter(({ is_done }) => is_done).length
  if (done === steps.length) return null
  return (
    <Section
      title="First steps"
      sentence={`${done} of ${steps.length} done. This list disappears when all are.`}
    >
      <ol className={styles.list}>
        {steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
      </ol>
    </Section>
  )
}

function StepLine({ step: { step, is_done } }: Readonly<{ step: Step }>) {
  const styles = useStyles()
  const { title, text, Action, command } = STEPS[step]
  return (
    <li className={styles.line}>
      <span className={styles.state}>
        {is_done ? <CheckmarkCircleRegular /> : <CircleRegular />}
        {is_done ? 'Done' : 'To do'}
      </span>
      <div className={styles.step}>
        <span className={styles.title}>{title}</span>
        {!is_done && (
          <>
            <span>{text}</span>
            <div className={styles.ways}>
              <Action />
              <CopyableText value={command} what="command" />
            </div>
          </>
        )}
      </div>
    </li>
  )
}
