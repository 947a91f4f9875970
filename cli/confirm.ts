import type { Given } from './command.ts'
import type { Context } from './context.ts'
import { EXIT, Failure, usage } from './failure.ts'

export const YES = ['-y, --yes', 'do not ask'] as const

type Question = Readonly<{
  /** What will happen, and to what: "Delete the app ada/tides?" */
  deed: string
  consequence: string
  /** What has to be typed; a plain yes otherwise. */
  name?: string
}>

/** Asks once before something is gone. Where nobody can answer, `--yes` has to be there. */
export async function confirm(
  { io }: Context,
  given: Given,
  { deed, consequence, name }: Question,
): Promise<void> {
  if (given.flag('yes')) return
  const wanted = name ? `Type ${name} to do it: ` : 'Type yes to do it: '
  const answer = await io.ask(`${deed} ${consequence}\n${wanted}`)
  if (answer === undefined) {
    throw usage(
      `${deed} ${consequence} Nothing was done: nobody is here to be asked.`,
      'Add --yes.',
    )
  }
  if (answer.trim() !== (name ?? 'yes')) {
    throw new Failure(EXIT.failed, 'NotConfirmed', 'Nothing was done.')
  }
}
