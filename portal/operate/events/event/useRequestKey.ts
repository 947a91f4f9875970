import { useRef } from 'react'

/** The same key for the same request, so that one sent again takes effect once, and another for a changed one. */
export function useRequestKey(): (request: unknown) => string {
  const last = useRef({ text: '', key: '' })
  return (request) => {
    const text = JSON.stringify(request)
    if (text !== last.current.text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }
}
