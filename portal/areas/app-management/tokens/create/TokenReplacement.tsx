import { useState } from 'react'
import type { OnceValue } from '../../../../ui/show-once/once-value.ts'
import type { ApiToken, TokenApi } from '../queries.ts'
import type { TokenRights } from '../token-rights.ts'
import { nameOf } from '../words.ts'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { TokenValueDialog } from './TokenValueDialog.tsx'

type Props = Readonly<{
  tokenApi: TokenApi
  rights: TokenRights
  token: ApiToken
  /** The new value was shown: now the old token can go. */
  onShown: () => void
  onClose: () => void
}>

/** The form, then the new value. One module: a value whose dialog cannot be fetched any more would be lost. */
export function TokenReplacement({ tokenApi, rights, token, onShown, onClose }: Props) {
  const [value, setValue] = useState<OnceValue>()
  return value ? (
    <TokenValueDialog
      title={`API token “${nameOf(token)}” created`}
      value={value}
      onClose={onShown}
    />
  ) : (
    <CreateTokenDialog
      tokenApi={tokenApi}
      rights={rights}
      replaced={token}
      onCreated={(_token, made) => setValue(made)}
      onClose={onClose}
    />
  )
}
