import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { ApiToken, TokenApi } from './queries.ts'
import { columnsOf } from './token-columns.tsx'
import type { TokenRights } from './token-rights.ts'
import { countTokens } from './words.ts'

const RevokeTokensDialog = lazy(async () => ({
  default: (await import('./revoke/RevokeTokensDialog.tsx')).RevokeTokensDialog,
}))

const TokenReplacement = lazy(async () => ({
  default: (await import('./create/TokenReplacement.tsx')).TokenReplacement,
}))

/** 20 px for the name, 16 for the id, 6 above and below, and the line. */
const TWO_LINES = 49

const keyOf = ({ id }: ApiToken) => id

type Props = Readonly<{
  tokenApi: TokenApi
  rights: TokenRights
  tokens: readonly ApiToken[]
}>

export function TokenList({ tokenApi, rights, tokens }: Props) {
  /** As they were selected: the list goes on underneath. */
  const [revoking, setRevoking] = useState<readonly ApiToken[]>()
  const bulkActions = useCallback(
    (selected: readonly ApiToken[]) => (
      <RevokeSelected count={selected.length} onClick={() => setRevoking(selected)} />
    ),
    [],
  )
  const [replacing, setReplacing] = useState<ApiToken>()
  const columns = useMemo(
    () =>
      columnsOf(tokenApi.kind, {
        onRevoke: (token) => setRevoking([token]),
        onReplace: setReplacing,
      }),
    [tokenApi.kind],
  )
  return (
    <>
      <DataTable
        caption="API tokens"
        rows={tokens}
        columns={columns}
        rowHeight={TWO_LINES}
        keyOf={keyOf}
        defaultSort="-created"
        filterLabel="Filter API tokens"
        bulkActions={bulkActions}
      />
      {revoking && (
        <Suspense>
          <RevokeTokensDialog
            tokenApi={tokenApi}
            tokens={revoking}
            onClose={() => setRevoking(undefined)}
          />
        </Suspense>
      )}
      {replacing && (
        <Suspense>
          <TokenReplacement
            tokenApi={tokenApi}
            rights={rights}
            token={replacing}
            onShown={() => {
              // It may have been used or revoked since.
              const left = tokens.filter(({ id }) => id === replacing.id)
              setRevoking(left.length > 0 ? left : undefined)
              setReplacing(undefined)
            }}
            onClose={() => setReplacing(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function RevokeSelected({ count, onClick }: Readonly<{ count: number; onClick: () => void }>) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button {...restoreFocus} size="small" onClick={onClick}>
      {`Revoke ${countTokens(count)}`}
    </Button>
  )
}
