import { makeStyles, tokens } from '@fluentui/react-components'
import { FormProblem } from '../../ui/FormProblem.tsx'

const useStyles = makeStyles({ refusal: { marginBottom: tokens.spacingVerticalM } })

/** Why a change made from a list was refused, above it. */
export function Refusal({ title, error }: Readonly<{ title: string | undefined; error: Error }>) {
  return (
    <div className={useStyles().refusal}>
      <FormProblem title={title ?? 'Nothing was changed.'} error={error} />
    </div>
  )
}
