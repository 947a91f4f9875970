import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSeal, type Seal } from '../../src/platform/crypto/seal.ts'
import { openProvider } from '../../test/support/http/provider.ts'
import { LONG_WAITS } from '../../test/support/processes/limits.ts'
import { runBinnacle, serve } from '../../test/support/processes/processes.ts'
import { atOrigin, ORIGIN } from '../../test/support/server/health-calls.ts'
import { openQuota } from '../../test/support/server/quota.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { openRequests } from '../soak/requests.ts'
import { sendAll } from '../soak/send-all.ts'
import { findRare } from '../soak/soak.ts'
import { openCertificate, rotateCertificate } from './certificate.ts'
import { openHolders } from './holders.ts'
import { openNode, openTwoNodes } from './nodes.ts'
import { rotateClientSecret, rotateProviderSecret } from './secrets.ts'
import { rotateSigningKey, waitForSigningKey } from './signing-key.ts'

/** `ageKeys`: signing keys count as published long ago, so that the proof need not wait for two minutes. */
type Form = Readonly<{ rounds: number; ageKeys: boolean; waits: Record<string, string> }>

export const TWICE: Form = { rounds: 2, ageKeys: false, waits: {} }
export const ONCE: Form = { rounds: 1, ageKeys: true, waits: LONG_WAITS }

/** Every key of an installation is replaced while two nodes work: no request fails, and nobody is signed out. */
export function proveRotate(form: Form): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-rotate-'))
  return withInstallation((installation) => rotateAll(installation, folder, form)).finally(() =>
    rmSync(folder, { recursive: true }),
  )
}

async function rotateAll(
  { db, env }: Installation,
  folder: string,
  { rounds, ageKeys, waits }: Form,
): Promise<boolean> {
  await using running = new AsyncDisposableStack()
  const provider = running.adopt(await openProvider(), (opened) => opened.close())
  const certificate = openCertificate(folder)
  const keys = { files: [env.SECRET_KEY_FILE] }
  const settings = () => ({
    ...env,
    ...SETTINGS,
    SECRET_KEY_FILE: keys.files.join(),
    OUTGOING_EXCEPTIONS: `providers=${provider.host}`,
    ...certificate.settings,
    ...waits,
  })
  const { nodes, url, replaceAll } = await openTwoNodes(() => openNode(serve(settings())), running)
  const restartAll = async () => void (await replaceAll())

  const seal = delegating(() => readSeal(...keys.files))
  const at = atOrigin({ url: () => url, db: () => db, seal })
  const quota = openQuota(at)
  const requests = await openRequests(at, await quota.addOperator())
  const holders = await openHolders(at, quota, provider)
  const sending = sendAll({ ...requests, ...holders.requests, ...certificate.requests(nodes) })
  await sending.reach(100)

  const { everybodySeen, useIdle } = holders
  const rotation = { keys, folder, settings, restartAll, everybodySeen, useIdle }
  const signing = { db, settings, ageKeys, getToken: holders.getServiceToken }
  const faults: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const signingKey = await rotateSigningKey(signing)
    await rotateSecretKey(rotation, round)
    faults.push(...(await waitForSigningKey(signing, signingKey)))
    faults.push(...(await rotateClientSecret(quota, holders)))
    faults.push(...(await rotateProviderSecret(quota, holders)))
    faults.push(...(await rotateCertificate(certificate, nodes)))
    await holders.everybodySeen()
    console.log(`round ${round}: ${sending.sum()} requests so far`)
  }
  const { counts, faults: failed } = await sending.stop()
  faults.push(...failed, ...holders.faults(), ...findRare(counts))
  console.log(
    `rotate: ${rounds} rounds of 5 kinds of key, ${sending.sum()} requests, ${provider.calls.length} calls of a provider, ${faults.length} faults`,
  )
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`)
  return faults.length === 0
}

const SETTINGS = {
  PUBLIC_URL: ORIGIN,
  QUOTA_RULES: 'beyondHeadroom=approve',
  RATE_LIMITS: 'false',
  DRAIN_SECONDS: '2',
}

type Rotation = Readonly<{
  keys: { files: string[] }
  folder: string
  settings: () => Record<string, string>
  restartAll: () => Promise<void>
  everybodySeen: () => Promise<void>
  useIdle: () => Promise<void>
}>

/** The steps of the guide. */
async function rotateSecretKey(rotation: Rotation, round: number): Promise<void> {
  const { keys, folder, settings, restartAll } = rotation
  const [former = ''] = keys.files
  const next = join(folder, `key-${round}`)
  writeFileSync(next, randomBytes(32).toString('hex'), { mode: 0o600 })
  keys.files = [former, next]
  await restartAll()
  keys.files = [next, former]
  await restartAll()
  const { code, stderr } = await runBinnacle(['rotate-key'], settings())
  console.log(`rotate-key: ${stderr.trim().split('\n').join('; ')}`)
  if (code !== 0) throw new Error(`rotate-key: ${code} ${stderr}`)
  // Within the day after which the guide says to remove the former file.
  await rotation.everybodySeen()
  await rotation.useIdle()
  keys.files = [next]
  await restartAll()
  await rotation.useIdle()
}

/** With the keys of the moment, for whoever signs in without a browser here. */
const delegating = (now: () => Seal): Seal => ({
  seal: (...given) => now().seal(...given),
  open: (...given) => now().open(...given),
  openIfReadable: (...given) => now().openIfReadable(...given),
  isOfFirstKey: (...given) => now().isOfFirstKey(...given),
  deriveKeys: (purpose) => now().deriveKeys(purpose),
  get keyId() {
    return now().keyId
  },
  withKeyIds: () => now().withKeyIds(),
})
