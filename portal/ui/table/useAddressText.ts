import { useEffect, useRef, useState } from 'react'

/** Text that is typed at once and written to the address behind; a change of the address wins. */
export function useAddressText(
  inAddress: string,
  write: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setText(inAddress)
  }, [inAddress])
  const type = (typed: string) => {
    setText(typed)
    written.current = typed
    write(typed)
  }
  return [text, type]
}
