import { useState } from 'react'
import type { OnceValue } from '../../../../ui/show-once/once-value.ts'
import { toExact } from '../../../../ui/text/relative-time.ts'
import { TokenValueDialog } from '../create/TokenValueDialog.tsx'
import type { ApiToken, TokenApi } from '../queries.ts'
import { nameOf } from '../words.ts'
import { RotateTokenDialog } from './RotateTokenDialog.tsx'

type Props = Readonly<{ tokenApi: TokenApi; token: ApiToken; onClose: () => void }>

/** The question, then the new value. One module: a value whose dialog cannot be fetched any more would be lost. */
export function TokenRotation({ tokenApi, token, onClose }: Props) {
  const [rotated, setRotated] = useState<Readonly<{ value: OnceValue; note: string }>>()
  return rotated ? (
    <TokenValueDialog
      title={`API token “${nameOf(token)}” rotated`}
      value={rotated.value}
      note={rotated.note}
      onClose={onClose}
    />
  ) : (
    <RotateTokenDialog
      tokenApi={tokenApi}
      token={token}
      onRotated={(value, previousEnd) => setRotated({ value, note: noteOf(previousEnd) })}
      onClose={onClose}
    />
  )
}

const noteOf = (previousEnd: string | null): string =>
  previousEnd === null
    ? 'The previous value no longer works.'
    : `The previous value is valid until ${toExact(new Date(previousEnd))}.`
