import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD } from '../../../test/support/http/signer.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { NO_MAIL } from '../../platform/mail/mailer.ts'
import { systemRealTime } from '../../platform/time.ts'
import { readConfig } from '../../settings.ts'
import { countRefusedAttempts } from '../refused-attempts.ts'
import { makePasswordLink, signIn } from './actions.ts'
import { type HashQueue, makeHashQueue, type QueuePriority } from './hash-queue.ts'
import { makeKnownBrowsers } from './known-browser.ts'
import { makePasswords } from './passwords.ts'
import { setPassword } from './set-password/actions.ts'
import { makeThrottle } from './throttle.ts'

const database = useDatabase()
const realTime = systemRealTime
const config = readConfig({ DATABASE_URL: 'postgres://x' })

/** The real thing, and how many hashes stood in its queue. */
function makeTools() {
  const targets: QueuePriority[] = []
  const real = makeHashQueue()
  const queue: HashQueue = (priority, work) => {
    targets.push(priority)
    return real(priority, work)
  }
  let hashes = 0
  const hash = async () => {
    hashes++
    return Buffer.alloc(32)
  }
  const browsers = makeKnownBrowsers(openSeal(Buffer.alloc(32)), realTime, config)
  const passwords = makePasswords(queue, hash)
  const refused = countRefusedAttempts(database.db, realTime, { warn: () => undefined })
  const throttle = makeThrottle(realTime)
  const pendingSignIns = { findStep: async () => 'none' as const }
  const tools = {
    throttle,
    passwords,
    browsers,
    refused,
    realTime,
    mailer: NO_MAIL,
    pendingSignIns,
  }
  return { tools, targets, count: () => hashes }
}

test('an unknown name, a disabled account and one without a password cost one hash each, as a wrong password does', async () => {
  const { db } = database
  const ada = await insertPerson(db, 'ada')
  const gone = await insertPerson(db, 'gone')
  await insertPerson(db, 'without')
  for (const { id } of [ada, gone]) await insertPassword(db, id)
  const disabled = { disabled_at: new Date() }
  await db.updateTable('account').set(disabled).where('id', '=', gone.id).execute()
  for (const login of ['ada', 'gone', 'without', 'nobody', 'nobody@example.com']) {
    const { tools, count } = makeTools()
    const from = { address: '192.0.2.1', client: 'spa', requestId: randomUUIDv7() }
    const attempt = { login, password: PASSWORD, ...from, cookies: undefined }
    // The hash that is counted is all zeros: it fits nobody, and must not fit the one for nobody either.
    expect([login, await signIn(db, tools, attempt)]).toEqual([login, { refused: 'wrong' }])
    expect([login, count()]).toEqual([login, 1])
    await tools.refused.flush()
  }
})

test('a new password is hashed in the same queue, ahead of strangers', async () => {
  const { db } = database
  const { id } = await insertPerson(db, 'eve')
  const actor = { kind: 'process', id: 'test', at: realTime() } as const
  const { secret } = await db.transaction().execute((trx) => makePasswordLink(trx, actor, id))
  const { tools, targets, count } = makeTools()
  const by = { realTime, source: '192.0.2.1', requestId: randomUUIDv7() }
  const set = () =>
    setPassword(db, tools.passwords, { secret, password: PASSWORD }, { ...by, mailer: NO_MAIL })
  expect(await set()).toBe('set')
  expect([targets, count()]).toEqual([[{ rank: 0, group: id }], 1])
  expect(await set()).toBe('ended')
  expect(count()).toBe(1)
})
