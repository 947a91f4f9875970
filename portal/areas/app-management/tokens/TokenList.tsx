import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { lazy, Suspense, useCallback, useState } from 'react'
import { DataTable } from '../../../ui/DataTable.tsx'
import type { ApiToken, TokenFamily } from '../queries-tokens.ts'
import { COLUMNS, OWN_COLUMNS } from './token-columns.tsx'
import { countTokens } from './words.ts'

const RevokeTokensDialog = lazy(async () => ({
  default: (await import('./RevokeTokensDialog.tsx')).RevokeTokensDialog,
}))

const keyOf = ({ id }: ApiToken) => id

type Props = Readonly<{ family: TokenFamily; tokens: readonly ApiToken[] }>

export function TokenList({ family, tokens }: Props) {
  /** As they were selected: the list goes on underneath. */
  const [revoking, setRevoking] = useState<readonly ApiToken[]>()
  const bulkActions = useCallback(
    (selected: readonly ApiToken[]) => (
      <RevokeButton count={selected.length} onClick={() => setRevoking(selected)} />
    ),
    [],
  )
  return (
    <>
      <DataTable
        caption="API tokens"
        rows={tokens}
        columns={family.kind === 'user' ? OWN_COLUMNS : COLUMNS}
        keyOf={keyOf}
        defaultSort="-created"
        filterLabel="Filter API tokens"
        bulkActions={bulkActions}
      />
      {revoking && (
        <Suspense>
          <RevokeTokensDialog
            family={family}
            tokens={revoking}
            onClose={() => setRevoking(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function RevokeButton({ count, onClick }: Readonly<{ count: number; onClick: () => void }>) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button {...restoreFocus} size="small" onClick={onClick}>
      {`Revoke ${countTokens(count)}`}
    </Button>
  )
}
