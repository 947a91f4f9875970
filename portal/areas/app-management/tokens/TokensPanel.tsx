import {
  Button,
  makeStyles,
  tokens,
  typographyStyles,
  useId,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { ApiToken, TokenFamily } from '../queries-tokens.ts'
import { TokenList } from './TokenList.tsx'
import type { TokenRights } from './token-rights.ts'
import type { TokenValue } from './token-value.ts'

/** Both at once: a value whose dialog cannot be fetched any more would be lost. */
const loadForm = async () => {
  const [form] = await Promise.all([import('./CreateTokenDialog.tsx'), loadValue()])
  return form
}
const loadValue = () => import('./TokenValueDialog.tsx')
const CreateTokenDialog = lazy(async () => ({ default: (await loadForm()).CreateTokenDialog }))
const TokenValueDialog = lazy(async () => ({
  default: (await loadValue()).TokenValueDialog,
}))

const useStyles = makeStyles({
  top: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: tokens.spacingVerticalM,
    marginBottom: tokens.spacingVerticalL,
  },
  words: { flexBasis: '24em', flexGrow: 1 },
  sentence: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

type Props = Readonly<{
  family: TokenFamily
  rights: TokenRights
  /** What these tokens are for. */
  sentence: string
  /** How to create one by command line. */
  command: string
}>

/** What is open: nothing, the form, or the value it led to. */
type Open = 'form' | Readonly<{ token: ApiToken; value: TokenValue }> | undefined

/** The API tokens of a user, an app or an organization: list, create, revoke. */
export function TokensPanel({ family, rights, sentence, command }: Props) {
  const styles = useStyles()
  const [open, setOpen] = useState<Open>()
  const explanation = useId('who-can')
  const restoreFocus = useRestoreFocusTarget()
  const canCreate = rights.mayCreate.length > 0
  const create = (
    <Button
      {...restoreFocus}
      appearance="primary"
      icon={<AddRegular />}
      disabledFocusable={!canCreate}
      aria-describedby={rights.whoCan && explanation}
      onClick={() => setOpen('form')}
      onPointerEnter={() => canCreate && void loadForm()}
    >
      Create API token
    </Button>
  )
  return (
    <>
      <div className={styles.top}>
        <div className={styles.words}>
          <p className={styles.sentence}>{sentence}</p>
          {canCreate && rights.whoCan && (
            <p id={explanation} className={styles.sentence}>
              {rights.whoCan}
            </p>
          )}
        </div>
        {create}
      </div>
      {canCreate ? (
        <Tokens family={family} rights={rights} command={command} />
      ) : (
        <Notice
          id={explanation}
          title="These API tokens are not open to you"
          text={rights.whoCan ?? ''}
        />
      )}
      <Suspense>
        {open === 'form' && (
          <CreateTokenDialog
            family={family}
            rights={rights}
            onCreated={(token, value) => setOpen({ token, value })}
            onClose={() => setOpen(undefined)}
          />
        )}
        {typeof open === 'object' && (
          <TokenValueDialog {...open} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  )
}

type TokensProps = Readonly<{ family: TokenFamily; rights: TokenRights; command: string }>

function Tokens({ family, rights, command }: TokensProps) {
  const query = useQuery(family.list)
  const isOwnList = family.kind === 'user' || rights.seesOwnOnly
  return (
    <Loaded query={query} what="API tokens">
      {(tokens) =>
        tokens.length === 0 ? (
          <EmptyState
            title="No API tokens yet"
            text={`${EMPTY[family.kind]} ${isOwnList ? 'You have created none.' : 'Nobody has created one.'}`}
            command={command}
          />
        ) : (
          <TokenList family={family} tokens={tokens} />
        )
      }
    </Loaded>
  )
}

const EMPTY: Readonly<Record<ApiToken['kind'], string>> = {
  user: 'Keys with which scripts act as you stand here.',
  app: 'Keys with which scripts work on this app stand here.',
  org: 'Keys with which scripts work on every app of this organization stand here.',
}
