import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { sendTest, type Target } from '../queries.ts'

/** Sends a test; `follow` is called when one is on its way. */
export function useTest(target: Target, follow: () => void) {
  const key = useRef('')
  return useMutation({
    mutationFn: () => {
      // A test that is sent again after no answer arrived is one.
      key.current ||= crypto.randomUUID()
      return sendTest(target, key.current)
    },
    onSuccess() {
      key.current = ''
      follow()
    },
  })
}

export type Test = ReturnType<typeof useTest>
