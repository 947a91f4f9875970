import { makeStyles, Text, tokens, typographyStyles } from '@fluentui/react-components'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { dataOf } from '../../../client/api-client.ts'
import { FIRST_STEP_COMMANDS, type FirstStep } from '../../../client/first-steps.ts'
import { askAgain } from '../../ask-again.ts'
import { Section } from '../../ui/page/Section.tsx'
import { CopyableText } from '../../ui/text/CopyableText.tsx'
import { operator } from '../client.ts'
import { STEPS } from './steps.tsx'

const useStyles = makeStyles({
  list: {
    ...typographyStyles.body1,
    display: 'grid',
    gap: tokens.spacingVerticalL,
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXXL,
  },
  open: { display: 'grid', justifyItems: 'start', gap: tokens.spacingVerticalS },
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

function StepLine({ step: { step, is_done } }: Readonly<{ step: FirstStep }>) {
  const styles = useStyles()
  const { title, text, Action } = STEPS[step]
  return (
    <li>
      <Text weight="semibold">{is_done ? `${title}: done` : title}</Text>
      {!is_done && (
        <div className={styles.open}>
          {text}
          <Action />
          <CopyableText value={FIRST_STEP_COMMANDS[step]} what="command" />
        </div>
      )}
    </li>
  )
}
