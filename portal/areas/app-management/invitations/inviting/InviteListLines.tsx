import { makeStyles, tokens } from '@fluentui/react-components'
import { ApiError } from '../../../../../client/api-error.ts'
import type { ListedPerson, ListFault } from '../../../../../client/invitation-list.ts'
import { settings } from '../../../../settings.ts'
import type { Invited } from '../queries.ts'

const useStyles = makeStyles({
  list: {
    maxHeight: '16rem',
    overflowY: 'auto',
    margin: 0,
    paddingLeft: 0,
    listStyleType: 'none',
    overflowWrap: 'anywhere',
  },
  fault: { color: tokens.colorPaletteRedForeground1 },
})

export type LineResult = Invited | ApiError

type Props = Readonly<{
  people: readonly ListedPerson<string>[]
  faults: readonly ListFault[]
  /** By line, as far as people were invited. */
  results: ReadonlyMap<number, LineResult>
}>

/** What will happen with each line of a list, or has. */
export function InviteListLines({ people, faults, results }: Props) {
  const styles = useStyles()
  if (people.length + faults.length === 0) return null
  const lines = [
    ...people.map(({ line, email, role }) => {
      const result = results.get(line)
      const isFault = result instanceof ApiError
      return { line, isFault, text: `${email}, ${role}${result ? `: ${describe(result)}` : ''}` }
    }),
    ...faults.map(({ line, fault }) => ({ line, isFault: true, text: fault })),
  ].toSorted((a, b) => a.line - b.line)
  return (
    <div>
      <div role="status">{summarize(people.length, faults.length, results)}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keyboard. */}
      <ul className={styles.list} aria-label="Lines in the list" tabIndex={0}>
        {lines.map(({ line, isFault, text }) => (
          <li key={line} className={isFault ? styles.fault : undefined}>
            {`Line ${line}: ${text}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

function describe(result: LineResult): string {
  if (result instanceof ApiError) return result.message
  if (result.isMailed) return 'invited, an e-mail was sent'
  return settings.hasMail
    ? 'invited, no e-mail was sent because today’s limit has been reached'
    : 'invited'
}

function summarize(people: number, faults: number, results: Props['results']): string {
  if (results.size > 0) {
    const failed = [...results.values()].filter((result) => result instanceof ApiError).length
    const invited = `${results.size - failed} of ${people} invited.`
    const how = settings.hasMail
      ? ''
      : ' To copy a link for a person, close this dialog and open the menu next to their name in the list of members.'
    return `${invited}${failed > 0 ? ` ${failed} failed.` : ''}${how}`
  }
  if (faults > 0) return `Correct ${faults === 1 ? '1 line' : `${faults} lines`}.`
  return `${people === 1 ? '1 person' : `${people} people`} will be invited.`
}
