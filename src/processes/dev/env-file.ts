import { existsSync, readFileSync, rmSync } from 'node:fs'
import { quote, type Settings } from './banner.ts'
import { writeWhole } from './files.ts'

const FIRST_LINE = '# Written by binnacle dev, which removes this file when it stops.'

/** A file with the settings, there for as long as they are good: a script can wait until it appears. */
export function openEnvFile(file: string) {
  if (existsSync(file)) {
    if (!readFileSync(file, 'utf8').startsWith(FIRST_LINE)) {
      throw new Error(
        `${file} already exists and was not written by binnacle dev. Choose another file for --write-env-file.`,
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

export type EnvFile = ReturnType<typeof openEnvFile>
