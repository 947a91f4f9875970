import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, vi } from 'vitest'
import type { Shell } from './shell.ts'

/** Each look starts a process, so not too often. */
const WAIT_MS = { timeout: 100_000, interval: 150 }
/** What the shell shows when it waits for a line. */
export const PROMPT = '❯'

type Size = Readonly<{ name?: string; columns?: number; lines?: number }>

/** A terminal as a person sees it: keys go in, and what counts is what stands on the screen then. */
export function useScreen(shell: Shell, { name = 'screen', columns = 100, lines = 30 }: Size = {}) {
  let count = 0
  const tmux = (...args: string[]) => {
    const server = ['-u', '-S', join(shell.home, `${name}-${count}`), '-f', '/dev/null']
    return execFileSync('tmux', [...server, ...args], { encoding: 'utf8', env: shell.envOf() })
  }
  /** Lines that the screen broke are whole again. */
  const read = () => tmux('capture-pane', '-pJ', '-S', '-').replaceAll(/ +$/gm, '').trimEnd()
  const type = (text: string) => void tmux('send-keys', '-l', text)
  const press = (key: 'Enter' | 'C-c') => void tmux('send-keys', key)
  /** Everything that was shown and is not wiped out, once `shown` is there. */
  const until = (shown: RegExp) =>
    vi.waitFor(() => {
      const screen = read()
      expect(screen).toMatch(shown)
      return screen
    }, WAIT_MS)
  let isOpen = false
  afterAll(() => {
    if (isOpen) tmux('kill-server')
  })
  return {
    /** A new one for each test. */
    open(width = columns) {
      if (isOpen) tmux('kill-server')
      count++
      const size = ['-x', String(width), '-y', String(lines)]
      const bash = `HISTFILE=/dev/null PS1='${PROMPT} ' exec bash --norc --noprofile`
      tmux('new-session', '-d', ...size, bash)
      isOpen = true
    },
    type,
    press,
    until,
    /** Types a line once the shell waits for one. */
    async enter(line: string, shown: RegExp): Promise<string> {
      await until(new RegExp(`${PROMPT}$`))
      type(line)
      press('Enter')
      return until(shown)
    },
    isCursorShown: () => tmux('display-message', '-p', '#{cursor_flag}') === '1\n',
  }
}
