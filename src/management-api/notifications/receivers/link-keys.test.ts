import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import { ORIGIN } from '../../../../test/support/server/health-calls.ts'
import { useReceivers } from '../../../../test/support/server/receivers.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { openSeal, type Seal } from '../../../platform/crypto/seal.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { resealColumn } from '../../../platform/db/sealed/reseal.ts'
import { systemRealTime } from '../../../platform/time.ts'
import { sealedColumns } from '../../../sealed-columns.ts'
import { loadLinkKeys } from './link-keys.ts'

const stage = await useReceivers()
const { database, smtp } = stage
const next = openSeal(randomBytes(32)).withKeyIds()
let stop: string

beforeAll(async () => {
  await stage.addConfirmed('kept', 'ines@example.com')
  await stage.publishTo('sub-a', 'Before the key is replaced')
  const [, mail] = await smtp.waitFor(2, 'ines@example.com')
  stop = stage.linkIn(mail?.text, 'stop')
})

describe('after the secret key was replaced', () => {
  beforeAll(async () => {
    const { seal: former } = stage.installation
    const openIfReadable: Seal['openIfReadable'] = (...sealed) =>
      next.openIfReadable(...sealed) ?? former.openIfReadable(...sealed)
    for (const column of sealedColumns) {
      expect(
        (await resealColumn(database.db, { ...next, openIfReadable }, column)).unreadable,
      ).toBe(0)
    }
  })
  const server = useServer({
    databaseUrl: database.url,
    seal: next,
    env: { ...smtp.env, PUBLIC_URL: ORIGIN },
  })

  test('the link of a mail that was sent before stops the e-mails', async () => {
    const link = stop.replace(ORIGIN, server.url)
    expect((await stage.visit('GET', link)).status).toBe(200)
    expect((await stage.visit('POST', link)).status).toBe(200)
    expect(await stage.receiverOf('kept')).toBe('stopped')
  })
})

test('a process that starts while another one makes the key uses that key', async () => {
  const { db } = database
  const { seal } = stage.installation
  await db.deleteFrom('mail_link_key').execute()
  let made: Buffer | undefined
  const make = async (trx: Trx) => {
    ;[made] = await loadLinkKeys(trx, seal, systemRealTime)
  }
  const [keys] = await whileHolding(db, make, [() => loadLinkKeys(db, seal, systemRealTime)])
  expect(keys?.[0]).toEqual(made)
})
