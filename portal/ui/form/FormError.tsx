import { MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { RequestId } from '../state/RequestId.tsx'

/** Why a form was not accepted, at its top; the form keeps what was typed. */
export function FormError({ title, error }: Readonly<{ title: string; error: Error }>) {
  const bar = useRef<HTMLDivElement>(null)
  // In braces: what newer browsers answer is not for React to call.
  useEffect(() => {
    bar.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const known = error instanceof ApiError ? error : undefined
  return (
    <div ref={bar} role="alert">
      <MessageBar intent="error" layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>{title}</MessageBarTitle> {known?.message ?? 'Try again.'}
          <RequestId error={error} />
        </MessageBarBody>
      </MessageBar>
    </div>
  )
}
