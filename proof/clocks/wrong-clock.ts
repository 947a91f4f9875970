import { globSync } from 'node:fs'

/** Of Debian's package `libfaketime`. Node has several threads. */
const LIBRARIES = '/usr/lib/*/faketime/libfaketimeMT.so.1'

/** The variables that let a process see another time, such as `+40d`. Durations stay right. */
export function wrongClock(offset: string): Record<string, string> {
  const [library] = globSync(LIBRARIES)
  if (!library) throw new Error(`Install Debian's package libfaketime: there is no ${LIBRARIES}.`)
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}

/** The same, with the offset in a file: it can change while the process runs. */
export function movingClock(file: string): Record<string, string> {
  const { FAKETIME, ...rest } = wrongClock('+0')
  return { ...rest, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' }
}
