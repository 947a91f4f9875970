import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { ApiToken, TokenApi } from './queries.ts'
import { columnsOf } from './token-columns.tsx'
import { countTokens } from './words.ts'

const RevokeTokensDialog = lazy(async () => ({
  default: (await import('./revoke/RevokeTokensDialog.tsx')).RevokeTokensDialog,
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
  const columns = useMemo(
    () => columnsOf(tokenApi.kind, (token) => setRevoking([token])),
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
