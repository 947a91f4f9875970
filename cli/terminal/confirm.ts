import type { Given } from '../command.ts'
import type { Context } from '../context.ts'
import { EXIT, Failure, usage } from '../failure.ts'

export const YES = ['-y, --yes', 'do not ask for confirmation'] as const

type Question = Readonly<{
  /** What will happen, and to what: "Delete the app ada/tides?" */
  question: string
  consequence: string
  /** What has to be typed; a plain yes otherwise. */
  name?: string
}>

/** Asks once before something is gone. Where nobody can answer, `--yes` has to be there. */
export async function confirm(
  { io }: Context,
  given: Given,
  { question, consequence, name }: Question,
): Promise<void> {
  if (given.flag('yes')) return
  const wanted = name ? `Type ${name} to confirm: ` : 'Type yes to confirm: '
  const answer = await io.ask(`${question} ${consequence}\n${wanted}`)
  if (answer === undefined) {
    throw usage(
      `${question} ${consequence} Nothing was changed, because the command cannot ask for confirmation without a terminal.`,
      'To confirm, add --yes.',
    )
  }
  if (answer.trim() !== (name ?? 'yes')) {
    throw new Failure(EXIT.failed, 'NotConfirmed', 'You did not confirm. Nothing was changed.')
  }
}
