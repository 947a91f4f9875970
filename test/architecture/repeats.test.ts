import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { compareSnapshots, takeSnapshot } from '../support/database/snapshot.ts'
import { TRUSTED_ISSUERS } from '../support/http/operator-requests.ts'
import { MAILS_WAIT } from '../support/mail/mails-wait.ts'
import { useInstallation } from '../support/server/installation.ts'
import { AGAIN, ONCE, REFUSED, RENEWED } from '../support/world/repeats.ts'
import { listWrites, openWrites } from '../support/world/writes.ts'

const { installation, database } = useInstallation({
  ...MAILS_WAIT,
  RATE_LIMITS: 'false',
  TRUSTED_ISSUERS,
})
let writes: Awaited<ReturnType<typeof openWrites>>
beforeAll(async () => {
  writes = await openWrites(installation)
}, 120_000)

/** Sends it twice under one key; what was answered, and what the second has changed. */
async function repeat(operationId: string, header: (typeof HEADERS)[number]) {
  const send = await writes.prepare(operationId)
  const key = { [header]: randomUUID() }
  const first = await send(key)
  expect([operationId, first.status < 300, first.text]).toEqual([operationId, true, first.text])
  const before = await takeSnapshot(database.db)
  const second = await send(key)
  const changes = compareSnapshots(before, await takeSnapshot(database.db))
  return { first, second, changes: changes.filter((change) => !change.startsWith('request_key.')) }
}

test('every writing operation of all documents is in one of these tables', () => {
  const tables = [ONCE, REFUSED, AGAIN, RENEWED]
  const listed = tables.flatMap((table) => (Array.isArray(table) ? table : Object.keys(table)))
  expect(listed.sort()).toEqual([...listWrites().keys()].sort())
})

const HEADERS = ['Idempotency-Key', 'x-ms-client-request-id'] as const

describe.each(HEADERS)('repeated with the same %s', (header) => {
  test.each(ONCE)('%s is done once', async (operationId) => {
    const { first, second, changes } = await repeat(operationId, header)
    expect([second.status, second.body, changes]).toEqual([first.status, first.body, []])
  })

  test.each(Object.entries(RENEWED))('%s ends the earlier value', async (operationId, expected) => {
    const { first, second, changes } = await repeat(operationId, header)
    expect([second.status, changes]).toEqual([first.status, [...expected].sort()])
    expect(second.text).not.toBe(first.text)
  })
})

describe('repeated', () => {
  test.each(Object.entries(REFUSED))('%s is refused with %i', async (operationId, status) => {
    const { second, changes } = await repeat(operationId, HEADERS[0])
    expect([second.status, changes]).toEqual([status, []])
  })

  test.each(Object.entries(AGAIN))('%s is the same afterwards', async (operationId, times) => {
    const { first, second, changes } = await repeat(operationId, HEADERS[0])
    const expected = ['audit +1', ...times].sort()
    expect([second.status, changes]).toEqual([first.status, expected])
  })
})
