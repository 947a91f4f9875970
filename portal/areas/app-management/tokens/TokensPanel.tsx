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
import type { OnceValue } from '../../../ui/show-once/once-value.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { Notice } from '../../../ui/state/Notice.tsx'
import type { ApiToken, TokenApi } from './queries.ts'
import { TokenList } from './TokenList.tsx'
import type { TokenRights } from './token-rights.ts'
import { nameOf } from './words.ts'

/** Both at once: a value whose dialog cannot be fetched any more would be lost. */
const loadForm = async () => {
  const [form] = await Promise.all([import('./create/CreateTokenDialog.tsx'), loadValue()])
  return form
}
const loadValue = () => import('./create/TokenValueDialog.tsx')
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
  tokenApi: TokenApi
  rights: TokenRights
  /** What these tokens are for. */
  sentence: string
  /** How to create one by command line. */
  command: string
}>

/** What is open: nothing, the form, or the value it led to. */
type Open = 'form' | Readonly<{ token: ApiToken; value: OnceValue }> | undefined

/** The API tokens of a user, an app or an organization: list, create, replace, revoke. */
export function TokensPanel({ tokenApi, rights, sentence, command }: Props) {
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
      aria-describedby={rights.permissionNotice && explanation}
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
          {canCreate && rights.permissionNotice && (
            <p id={explanation} className={styles.sentence}>
              {rights.permissionNotice}
            </p>
          )}
        </div>
        {create}
      </div>
      {canCreate ? (
        <Tokens tokenApi={tokenApi} rights={rights} command={command} />
      ) : (
        <Notice
          id={explanation}
          title="You cannot view these API tokens"
          text={rights.permissionNotice ?? ''}
        />
      )}
      <Suspense>
        {open === 'form' && (
          <CreateTokenDialog
            tokenApi={tokenApi}
            rights={rights}
            onCreated={(token, value) => setOpen({ token, value })}
            onClose={() => setOpen(undefined)}
          />
        )}
        {typeof open === 'object' && (
          <TokenValueDialog
            title={`API token “${nameOf(open.token)}” created`}
            value={open.value}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

type TokensProps = Readonly<{ tokenApi: TokenApi; rights: TokenRights; command: string }>

function Tokens({ tokenApi, rights, command }: TokensProps) {
  const query = useQuery(tokenApi.list)
  const isOwnList = tokenApi.kind === 'user' || rights.seesOwnOnly
  return (
    <Loaded query={query} what="API tokens">
      {(tokens) =>
        tokens.length === 0 ? (
          <EmptyState
            title="No API tokens yet"
            text={`${isOwnList ? 'You have not created any tokens yet.' : 'No tokens have been created yet.'} Create one here, or with this command:`}
            command={command}
          />
        ) : (
          <TokenList tokenApi={tokenApi} rights={rights} tokens={tokens} />
        )
      }
    </Loaded>
  )
}
