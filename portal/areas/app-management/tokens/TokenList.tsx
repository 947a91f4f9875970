import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { userQuery } from '../account/queries.ts'
import type { ApiToken, TokenApi } from './queries.ts'
import { columnsOf } from './token-columns.tsx'
import { mayRotate } from './token-rights.ts'
import { countTokens } from './words.ts'

const RevokeTokensDialog = lazy(async () => ({
  default: (await import('./revoke/RevokeTokensDialog.tsx')).RevokeTokensDialog,
}))

const TokenRotation = lazy(async () => ({
  default: (await import('./rotate/TokenRotation.tsx')).TokenRotation,
}))

/** 20 px for the name, 16 for the id, 6 above and below, and the line. */
const TWO_LINES = 49

const keyOf = ({ id }: ApiToken) => id

type Props = Readonly<{ tokenApi: TokenApi; tokens: readonly ApiToken[] }>

export function TokenList({ tokenApi, tokens }: Props) {
  /** As they were selected: the list goes on underneath. */
  const [revoking, setRevoking] = useState<readonly ApiToken[]>()
  const bulkActions = useCallback(
    (selected: readonly ApiToken[]) => (
      <RevokeSelected count={selected.length} onClick={() => setRevoking(selected)} />
    ),
    [],
  )
  const [rotating, setRotating] = useState<ApiToken>()
  const { data: you } = useQuery(userQuery)
  const columns = useMemo(
    () =>
      columnsOf(tokenApi.kind, {
        onRevoke: (token) => setRevoking([token]),
        onRotate: setRotating,
        mayRotate: (token) => mayRotate(token, you?.name, new Date()),
      }),
    [tokenApi.kind, you?.name],
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
      {rotating && (
        <Suspense>
          <TokenRotation
            tokenApi={tokenApi}
            token={rotating}
            onClose={() => setRotating(undefined)}
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
