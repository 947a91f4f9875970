import { readFileSync, statSync } from 'node:fs'

const ACCESS_OF_OTHERS = 0o007

/** The content of a file with a secret, whose path a setting names. */
export function readProtected(setting: string, file: string): Buffer {
  try {
    const { mode } = statSync(file)
    // Windows has no such bits, and reports that everybody may read.
    if ((mode & ACCESS_OF_OTHERS) === 0 || process.platform === 'win32') return readFileSync(file)
  } catch (cause) {
    throw new Error(
      `${setting}: ${file} cannot be read. Specify a file that exists and that this user can read.`,
      { cause },
    )
  }
  throw new Error(
    `${setting}: every user of this machine has access to ${file}. Run: chmod o= ${file}. The guide on keys describes this for systemd, Compose and Kubernetes.`,
  )
}
