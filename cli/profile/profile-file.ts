import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { EXIT, Failure } from '../failure.ts'
import type { Environment } from '../terminal/io.ts'
import { withLock } from './lock.ts'

export type Profile = Readonly<{
  server: string
  baseUrl: string
  managementUrl: string
  vendor: string
  /** File with the certificates of an authority of one's own. */
  ca?: string
  user?: string
  app?: string
  subscription?: string
  provider?: string
  location?: string
  keeps: 'keyring' | 'file'
  /** Only where there is no keyring. */
  secrets?: Readonly<Record<string, string>>
}>

export type Profiles = Readonly<{ current: string; profiles: Readonly<Record<string, Profile>> }>

export type ProfileFile = Readonly<{
  folder: string
  read: () => Promise<Profiles>
  /** Reads and writes alone: two commands at once must not undo each other. */
  change: <Answer>(
    edit: (profiles: Profiles) => Promise<{ profiles: Profiles; answer: Answer }>,
  ) => Promise<Answer>
}>

const NOTHING: Profiles = { current: 'default', profiles: {} }
const OTHERS = 0o077

export function openProfileFile(env: Environment): ProfileFile {
  const folder = folderOf(env)
  const file = join(folder, 'profiles.json')
  const read = () => readProfiles(file)
  return {
    folder,
    read,
    async change(edit) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return withLock(join(folder, 'profiles.lock'), async () => {
        const { profiles, answer } = await edit(await read())
        await replace(file, `${JSON.stringify(profiles, null, 2)}\n`)
        return answer
      })
    },
  }
}

function folderOf(env: Environment): string {
  if (env.BINNACLE_CONFIG) return env.BINNACLE_CONFIG
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'binnacle')
}

async function readProfiles(file: string): Promise<Profiles> {
  const mode = await modeOf(file)
  if (mode === undefined) return NOTHING
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
    throw new Failure(
      EXIT.failed,
      'ProfileFileTooOpen',
      `Other users of this machine can read or change ${file} (mode ${(mode & 0o777).toString(8)}), which contains your credentials. The file was not used.`,
      `Run: chmod 600 ${file}\nIf another user may have read the file, also run: binnacle logout`,
    )
  }
  try {
    return { ...NOTHING, ...(JSON.parse(await readFile(file, 'utf8')) as Profiles) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new Failure(
      EXIT.failed,
      'ProfileFileBroken',
      `${file} is not valid JSON, so no profile could be read.`,
      'Correct the file, or rename it and run: binnacle login',
    )
  }
}

async function modeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mode
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** In one step, so that a reader never meets half a file. */
async function replace(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}`
  await writeFile(fresh, text, { mode: 0o600, flag: 'wx' })
  await chmod(fresh, 0o600)
  await rename(fresh, file)
}
