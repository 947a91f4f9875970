import { beforeAll, expect, test } from 'vitest'
import { toHash, tryChange } from '../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertRows } from '../../../test/support/world/samples.ts'
import type { Trx } from '../db/connect.ts'
import { addMs, systemRealTime } from '../time.ts'
import * as store from './store.ts'

const database = useDatabase()
const at = systemRealTime()
const STARTS_AT = new Date('2026-01-01T00:00:00Z') as typeof at
const [earlier, later] = [addMs(at, -60_000), addMs(at, 3_600_000)]

beforeAll(async () => {
  const own = { sealed_message: Buffer.from(''), created_at: at }
  const ended = { claimed_until: earlier, ended_at: at, outcome: 'sent' }
  await insertRows(database.db, {
    mail: [
      { ...own, event: 'new' },
      { ...own, event: 'lapsed', claimed_until: earlier },
      { ...own, event: 'claimed', claimed_until: later },
      { ...ended, event: 'ended', created_at: earlier },
      { ...ended, event: 'last sent', created_at: at },
    ],
    mail_count: ['a', 'b'].map((key) => ({ key: toHash(key), starts_at: STARTS_AT, mails: 1 })),
  })
})

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  ['a mail is claimed', (trx) => store.claimMail(trx, 'new', 1000), ['~ mail new']],
  [
    'a mail is claimed again when it is free',
    (trx) => store.claimMail(trx, 'lapsed', 1000),
    ['~ mail lapsed'],
  ],
  ['a mail that somebody has is not claimed', (trx) => store.claimMail(trx, 'claimed', 1000), []],
  ['a mail that ended is not claimed', (trx) => store.claimMail(trx, 'ended', 1000), []],
  ['a mail is released', (trx) => store.releaseMail(trx, 'claimed'), ['~ mail claimed']],
  ['a mail that ended is not released', (trx) => store.releaseMail(trx, 'ended'), []],
  ['a mail ends', (trx) => store.endMail(trx, 'new', 'sent', at), ['~ mail new']],
  ['a mail does not end twice', (trx) => store.endMail(trx, 'ended', 'gave-up', later), []],
  ['old mails are deleted', (trx) => store.deleteOldMails(trx, at, 10), ['- mail ended']],
  [
    'one more is counted',
    (trx) => store.raiseCount(trx, toHash('a'), STARTS_AT, 2),
    ['~ mail_count a, 2026-01-01T00:00:00+00:00'],
  ],
  [
    'no more are counted than may be',
    (trx) => store.raiseCount(trx, toHash('a'), STARTS_AT, 1),
    [],
  ],
  ['counts stay until they are old', (trx) => store.deleteOldCounts(trx, STARTS_AT, 10), []],
])('%s', async (_what, change, expected) => {
  expect(await tryChange(database.db, new Map(), change)).toEqual(expected)
})
