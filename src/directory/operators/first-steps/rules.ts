import { type FirstStepList, STEPS } from './wire.ts'

type Step = (typeof STEPS)[number]
export type Done = Readonly<Record<Step, boolean>>

/** What the settings of the installation say. */
export type Installation = Readonly<{
  hasMail: boolean
  /** The trusted ones, and those of them that check a second factor. */
  issuers: readonly string[]
  issuersWithSecondFactor: readonly string[]
  /** A trusted issuer says who is an operator. */
  hasOperatorsByClaim: boolean
}>

/** In their order. A step that does not apply to this installation would never be done. */
export function toFirstSteps(
  done: Done,
  { hasMail, issuers, hasOperatorsByClaim }: Installation,
): FirstStepList {
  const applies: Partial<Done> = {
    'second-operator': !hasOperatorsByClaim,
    mail: hasMail,
    issuer: issuers.length > 0,
  }
  const steps = STEPS.filter((step) => applies[step] ?? true)
  return { value: steps.map((step) => ({ step, is_done: done[step] })) }
}
