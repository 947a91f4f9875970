import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, vi } from 'vitest'
import type { Shell } from './shell.ts'

const WIDTH = 100
const PATIENCE_MS = 20_000
/** What the shell shows when it waits for a line. */
export const PROMPT = 'ready>'

/** A terminal as a person sees it: keys go in, and what counts is what stands on the screen then. */
export function useScreen(shell: Shell, env: Record<string, string> = {}) {
  const server = ['-S', join(shell.home, 'tmux'), '-f', '/dev/null']
  const tmux = (...args: string[]) =>
    execFileSync('tmux', [...server, ...args], {
      encoding: 'utf8',
      env: shell.envOf(env),
    })
  const read = () => tmux('capture-pane', '-p', '-S', '-').trimEnd()
  let isOpen = false
  afterAll(() => {
    if (isOpen) tmux('kill-server')
  })
  return {
    /** A new one for each test. */
    open() {
      if (isOpen) tmux('kill-server')
      const size = ['-x', String(WIDTH), '-y', '30']
      tmux(
        'new-session',
        '-d',
        ...size,
        `HISTFILE=/dev/null PS1='${PROMPT} ' exec bash --norc --noprofile`,
      )
      isOpen = true
    },
    type: (text: string) => void tmux('send-keys', '-l', text),
    press: (key: 'Enter' | 'C-c') => void tmux('send-keys', key),
    /** Everything that was shown and is not wiped out, once `shown` is there. */
    until: (shown: RegExp) =>
      vi.waitFor(() => {
        expect(read()).toMatch(shown)
        return read()
      }, PATIENCE_MS),
    isCursorShown: () => tmux('display-message', '-p', '#{cursor_flag}') === '1\n',
  }
}
