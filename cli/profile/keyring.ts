import { EXIT, Failure } from '../failure.ts'
import type { Environment } from '../terminal/io.ts'

export type Keyring = Readonly<{
  find: (name: string) => Promise<string | undefined>
  set: (name: string, value: string | undefined) => Promise<void>
}>

const SERVICE = 'binnacle'
const LONGEST_WAIT_MS = 60_000

/** The keyring of the system, if there is one that keeps and gives back. */
export async function findKeyring(env: Environment): Promise<Keyring | undefined> {
  if (env.BINNACLE_KEYRING === 'off') return undefined
  try {
    const keyring = await openKeyring()
    await keyring.set('probe', 'kept')
    const kept = await keyring.find('probe')
    await keyring.set('probe', undefined)
    return kept === 'kept' ? keyring : undefined
  } catch {
    // No library for this system, no service that answers, nobody to unlock it: a file does it then.
    return undefined
  }
}

/** The keyring that holds a profile already: it has to answer. */
export async function needKeyring(): Promise<Keyring> {
  const keyring = await openKeyring().catch(refuse)
  return {
    find: (name) => keyring.find(name).catch(refuse),
    set: (name, value) => keyring.set(name, value).catch(refuse),
  }
}

async function openKeyring(): Promise<Keyring> {
  const { AsyncEntry } = await import('@napi-rs/keyring')
  const waitMs = () => AbortSignal.timeout(LONGEST_WAIT_MS)
  return {
    async find(name) {
      return (await new AsyncEntry(SERVICE, name).getPassword(waitMs())) ?? undefined
    },
    async set(name, value) {
      const entry = new AsyncEntry(SERVICE, name)
      if (value === undefined) await entry.deletePassword(waitMs())
      else await entry.setPassword(value, waitMs())
    },
  }
}

function refuse(cause: unknown): never {
  throw new Failure(
    EXIT.failed,
    'KeyringSilent',
    `The system keyring, which stores the credentials of this profile, did not respond: ${cause instanceof Error ? cause.message : cause}.`,
    'Unlock the keyring, or sign in again without it: BINNACLE_KEYRING=off binnacle login',
  )
}
