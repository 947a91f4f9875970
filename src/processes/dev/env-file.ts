import { existsSync, readFileSync, rmSync } from 'node:fs'
import { writeWhole } from './files.ts'
import { quote, type Settings } from './telling.ts'

const FIRST_LINE = '# Written by binnacle dev, which removes this file when it stops.'

/** A file with the settings, there for as long as they are good: a script can wait until it appears. */
export function openEnvFile(file: string) {
  if (existsSync(file)) {
    if (!readFileSync(file, 'utf8').startsWith(FIRST_LINE)) {
      throw new Error(
        `${file} is there already, and binnacle dev did not write it. Name another --write-env-file.`,
      )
    }
    rmSync(file)
  }
  return {
    write(settings: Settings): void {
      const lines = settings.flatMap(([about, values]) => [
        `# ${about}`,
        ...Object.entries(values).map(([name, value]) => `${name}=${quote(value)}`),
      ])
      writeWhole(file, `${[FIRST_LINE, ...lines].join('\n')}\n`)
    },
    remove: () => rmSync(file, { force: true }),
  }
}
