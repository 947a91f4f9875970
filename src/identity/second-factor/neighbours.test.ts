import { beforeAll, expect, test } from 'vitest'
import { combine, toHash, tryChange } from '../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertRows } from '../../../test/support/world/samples.ts'
import { insertOrganization, insertPerson } from '../../../test/support/world/world.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { addMs, systemRealTime } from '../../platform/time.ts'
import * as factors from './factors/store.ts'
import * as store from './store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = systemRealTime()
const [earlier, later] = [addMs(at, -60_000), addMs(at, 60_000)]
const SESSIONS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const [SESSION = '', OTHER_SESSION = ''] = SESSIONS
const NEW_SESSION = '00000000-0000-4000-8000-000000000003'
let ada: string
let bob: string

/** Two people with the same of everything. */
beforeAll(async () => {
  const { db } = database
  ada = (await insertPerson(db)).id
  bob = (await insertPerson(db)).id
  for (const [id, name] of [
    [ada, 'ada'],
    [bob, 'bob'],
    [SESSION, 'session'],
    [OTHER_SESSION, 'other session'],
    [NEW_SESSION, 'new session'],
  ] as const)
    names.set(id, name)
  const account_id = [ada, bob]
  const passkey = { public_key: Buffer.from('key'), counter: '1', transports: [], created_at: at }
  const codes = combine({ account_id, hash: [toHash('one'), toHash('two')] })
  const failures = combine({ account_id, browser: ['here', 'there'] })
  const purposes = ['give', 'enrol'] as const
  const contexts = [toHash('here'), toHash('there')]
  const challenges = combine({ account_id, context_hash: contexts, purpose: purposes })
  const challenge = { challenge_hash: toHash('challenge'), expires_at: later }
  const uses = combine({ account_id, session_id: SESSIONS })
  await insertRows(db, {
    passkey: combine({ account_id, nth: ['1', '2'] }).map(({ account_id, nth }) => {
      const credential_id = Buffer.from(`${names.get(account_id)} ${nth}`)
      return { ...passkey, account_id, credential_id, name: nth }
    }),
    totp_secret: account_id.map((id) => {
      return { account_id: id, sealed_secret: toHash(''), confirmed_at: at, last_used_step: '7' }
    }),
    recovery_code: [
      ...codes.map((code) => ({ ...code, created_at: at })),
      { account_id: ada, hash: toHash('used'), created_at: at, used_at: at },
    ],
    second_factor_failure: failures.map((failure) => {
      return { ...failure, failures: 1, failed_at: at, expires_at: later }
    }),
    passkey_challenge: challenges.map((one) => ({ ...one, ...challenge })),
    second_factor_use: uses.map((use) => {
      return { ...use, method: 'totp', used_at: at, expires_at: later }
    }),
  })
})

const challengeOf = (changes: Partial<factors.Challenge> = {}): factors.Challenge => ({
  contextHash: toHash('here'),
  purpose: 'give',
  accountId: ada,
  challengeHash: toHash('challenge'),
  ...changes,
})

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  [
    'a passkey is used',
    (trx) => factors.setPasskeyUsed(trx, Buffer.from('ada 1'), 2, at),
    ['~ passkey ada 1'],
  ],
  [
    'a passkey is deleted',
    (trx) => factors.deletePasskey(trx, ada, Buffer.from('ada 1')),
    ['- passkey ada 1'],
  ],
  [
    'a passkey of somebody else is not deleted',
    (trx) => factors.deletePasskey(trx, bob, Buffer.from('ada 1')),
    [],
  ],
  ['a step is used', (trx) => factors.useTotpStep(trx, ada, 8), ['~ totp_secret ada']],
  [
    'neither a step nor an earlier one is used again',
    async (trx) => {
      expect(await factors.useTotpStep(trx, ada, 7)).toBe(false)
      expect(await factors.useTotpStep(trx, ada, 6)).toBe(false)
    },
    [],
  ],
  ['an authenticator app is deleted', (trx) => factors.deleteTotp(trx, ada), ['- totp_secret ada']],
  [
    'recovery codes are deleted',
    (trx) => factors.deleteRecoveryCodes(trx, ada),
    ['- recovery_code ada, one', '- recovery_code ada, two', '- recovery_code ada, used'],
  ],
  [
    'a recovery code is used',
    (trx) => factors.useRecoveryCode(trx, ada, toHash('one'), at),
    ['~ recovery_code ada, one'],
  ],
  [
    'a recovery code is not used twice',
    (trx) => factors.useRecoveryCode(trx, ada, toHash('used'), later),
    [],
  ],
  [
    'failures are forgotten',
    (trx) => factors.deleteFailures(trx, ada, 'here'),
    ['- second_factor_failure ada, here'],
  ],
  [
    'a challenge is used',
    (trx) => factors.useChallenge(trx, challengeOf(), at),
    ['- passkey_challenge ada, here, give'],
  ],
  [
    'another challenge is not used',
    (trx) => factors.useChallenge(trx, challengeOf({ challengeHash: toHash('other') }), at),
    [],
  ],
  [
    'a challenge is not used when it has expired',
    (trx) => factors.useChallenge(trx, challengeOf(), later),
    [],
  ],
  [
    'a use is recorded',
    (trx) =>
      store.recordSecondFactor(trx, {
        accountId: ada,
        sessionId: SESSION,
        method: 'totp',
        at: later,
      }),
    ['~ second_factor_use ada, session'],
  ],
  [
    'an earlier use is not recorded',
    (trx) =>
      store.recordSecondFactor(trx, {
        accountId: ada,
        sessionId: SESSION,
        method: 'totp',
        at: earlier,
      }),
    [],
  ],
  [
    'a later use is copied',
    async (trx) => {
      for (const accountId of [ada, bob]) {
        const use = { accountId, sessionId: SESSION, method: 'passkey', at: later } as const
        await store.recordSecondFactor(trx, use)
      }
      await store.copySecondFactorUse(trx, ada, SESSION, OTHER_SESSION)
    },
    [
      '~ second_factor_use ada, other session',
      '~ second_factor_use ada, session',
      '~ second_factor_use bob, session',
    ],
  ],
  [
    'a use is copied to a new session',
    (trx) => store.copySecondFactorUse(trx, ada, SESSION, NEW_SESSION),
    ['+ second_factor_use ada, new session'],
  ],
  [
    'an earlier use is not copied, and neither that of another session or person',
    async (trx) => {
      const uses = [
        { accountId: ada, sessionId: SESSION, method: 'totp', at: addMs(at, 1) },
        { accountId: ada, sessionId: OTHER_SESSION, method: 'totp', at: later },
        { accountId: bob, sessionId: SESSION, method: 'totp', at: later },
      ] as const
      for (const use of uses) await store.recordSecondFactor(trx, use)
      await store.copySecondFactorUse(trx, ada, OTHER_SESSION, SESSION)
      await store.copySecondFactorUse(trx, bob, OTHER_SESSION, SESSION)
      const use = await store.findSecondFactorUse(trx, ada, SESSION)
      expect(use?.usedAt).toEqual(later)
    },
    [
      '~ second_factor_use ada, other session',
      '~ second_factor_use ada, session',
      '~ second_factor_use bob, session',
    ],
  ],
  [
    'everything of somebody is deleted',
    (trx) => store.deleteSecondFactors(trx, ada),
    [
      '- passkey ada 1',
      '- passkey ada 2',
      '- passkey_challenge ada, here, enrol',
      '- passkey_challenge ada, here, give',
      '- passkey_challenge ada, there, enrol',
      '- passkey_challenge ada, there, give',
      '- recovery_code ada, one',
      '- recovery_code ada, two',
      '- recovery_code ada, used',
      '- second_factor_failure ada, here',
      '- second_factor_failure ada, there',
      '- second_factor_use ada, other session',
      '- second_factor_use ada, session',
      '- totp_secret ada',
    ],
  ],
  [
    'what has not expired stays',
    (trx) => store.deleteExpiredRows('second_factor_use')(trx, at, 10),
    [],
  ],
])('%s', async (_what, change, expected) => {
  expect(await tryChange(database.db, names, change)).toEqual(expected)
})

test('what an account needs and has is told of that account alone', async () => {
  const { db } = database
  const alone = await insertPerson(db)
  await insertOrganization(db, { [alone.id]: 'member' })
  const strict = await insertOrganization(db, { [ada]: 'member' })
  await db
    .updateTable('organization')
    .set({ requires_second_factor: true })
    .where('id', '=', strict.id)
    .execute()
  const none = { isOperator: false, isRequiredByOrganization: false, hasSecondFactor: false }
  expect(await store.findSecondFactorNeed(db, alone.id)).toEqual(none)
  expect(await store.findSecondFactorNeed(db, ada)).toEqual({
    isOperator: false,
    isRequiredByOrganization: true,
    hasSecondFactor: true,
  })
  expect(await store.findSecondFactorUse(db, ada, SESSION)).toEqual({ method: 'totp', usedAt: at })
  expect(await store.findSecondFactorUse(db, alone.id, SESSION)).toBe(undefined)
  expect(await store.findSecondFactorUse(db, ada, ada)).toBe(undefined)
})
