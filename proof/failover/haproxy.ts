import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessGroup } from './process-group.ts'

export const FILES = new URL('../../deploy/cluster/', import.meta.url).pathname
export const HAPROXY = '/usr/sbin/haproxy'

/** `settings` replaces those of `haproxy.env`, and has an address for each node. */
export function startHaproxy(
  folder: string,
  processes: ProcessGroup,
  settings: Record<string, string>,
): void {
  const nodes = Object.keys(settings).filter((name) => name.startsWith('SERVE')).length
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, withNodes(readFileSync(join(FILES, 'haproxy.cfg'), 'utf8'), nodes))
  processes.start('haproxy', [HAPROXY, '-f', file], { ...readEnv('haproxy.env'), ...settings })
}

/** The file ends with two nodes; further ones are lines like theirs. */
const withNodes = (text: string, count: number) =>
  text +
  Array.from({ length: count - 2 }, (_, n) => n + 3)
    .map((n) => `    server serve${n} "\${SERVE${n}_ADDRESS}"\n`)
    .join('')

/** The example of a file with settings, of which the caller replaces what differs. */
export function readEnv(file: string): Record<string, string> {
  const lines = readFileSync(join(FILES, file), 'utf8').split('\n')
  const settings = lines.filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    settings.map((line) => {
      const [name = '', ...value] = line.split('=')
      return [name, value.join('=')]
    }),
  )
}
