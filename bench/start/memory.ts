import { readFileSync } from 'node:fs'

/** What a process has in memory, in KiB. */
export function readRss(pid: number): number {
  const [, text = ''] =
    /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(text)
}
