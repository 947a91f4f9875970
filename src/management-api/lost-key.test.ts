import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useSmtp } from '../../test/support/mail/use-smtp.ts'
import { useAlertRules } from '../../test/support/server/alert-rules.ts'
import { openSeal } from '../platform/crypto/seal.ts'

const smtp = await useSmtp()
const stage = await useAlertRules(smtp.env)
const { call, pathOf, people, receiver, send, toGroup } = stage
const groupAt = (path: string) => toGroup([{ name: 'on-call', serviceUri: receiver.url(path) }])
const mail = { kind: 'email', address: 'ines@example.com' }
const UNREADABLE = [409, 'SecretUnreadable']

type Answered = Readonly<{ status: number; body: { error?: { code: string; message: string } } }>
const codeOf = ({ status, body }: Answered) => [status, body.error?.code]

beforeAll(async () => {
  receiver.answerWith((_call, response) => response.writeHead(204).end())
  for (const name of ['one', 'two']) await send('PUT', 'actionGroups', name, groupAt(`/${name}`))
  await stage.addAlert('called')
  await stage.addWebhook('hook')
  expect((await call('PUT', pathOf('mail'), mail)).status).toBe(200)
  // What waits to be sent would be sent by the test that sets the address again.
  await smtp.waitFor(1, mail.address)
  const sealed = openSeal(randomBytes(32)).seal('of a key that is lost', 'anything')
  const { db } = stage.database
  await db.updateTable('action_group').set({ sealed_addresses: sealed }).execute()
  const secrets = { sealed_address: sealed, sealed_secret: sealed, sealed_previous_secret: sealed }
  await db.updateTable('notification').set(secrets).execute()
})

test('who reads or changes an action group is told to set it again', async () => {
  const read = await send('GET', 'actionGroups', 'one')
  expect(codeOf(read)).toEqual(UNREADABLE)
  expect(read.body.error.message).toContain('Set the address or the secret again')
  const changed = await send('PATCH', 'actionGroups', 'one', { tags: { team: 'b' } })
  expect(codeOf(changed)).toEqual(UNREADABLE)
  const path = stage.at(stage.path('actionGroups', 'one'), '2021-09-01')
  const shown = await stage.ask(people.reader, 'GET', path)
  expect([shown.status, shown.body.tags]).toEqual([200, {}])
  const asked = await call('POST', `${pathOf('mail')}/confirmation`)
  expect(codeOf(asked)).toEqual(UNREADABLE)
})

test('a change of another action group keeps the calls of those that cannot be decrypted', async () => {
  const listCalls = async () => {
    const { body } = await call('GET', 'sub-a/notifications')
    return body.value.filter(({ alertRule }: { alertRule?: object }) => alertRule).length
  }
  const before = await listCalls()
  expect(before).toBeGreaterThan(0)
  await send('PUT', 'actionGroups', 'three', groupAt('/three'))
  expect((await send('DELETE', 'actionGroups', 'three')).status).toBe(200)
  expect(await listCalls()).toBe(before)
})

test('an action group is set again, or deleted, while others cannot be decrypted', async () => {
  expect((await send('PUT', 'actionGroups', 'one', groupAt('/again'))).status).toBe(200)
  const { body } = await send('GET', 'actionGroups', 'one')
  expect(body.properties.webhookReceivers[0].serviceUri).toBe(receiver.url('/again'))
  expect(codeOf(await send('GET', 'actionGroups', 'called'))).toEqual(UNREADABLE)
  expect((await send('DELETE', 'actionGroups', 'two')).status).toBe(200)
  await send('PUT', 'actionGroups', 'called', groupAt('/called'))
  const { body: listed } = await call('GET', 'sub-a/notifications')
  const called = listed.value.filter(({ alertRule }: { alertRule?: object }) => alertRule)
  expect(called).toMatchObject([{ address: receiver.url('/called'), enabled: true }])
})

test('a notification is set again: a web hook gets a new secret, a receiver is asked again', async () => {
  const input = { kind: 'webhook', address: receiver.url('/hook') }
  const failed = await call('POST', `${pathOf('hook')}/test`)
  expect(failed.status).toBe(202)
  await expect
    .poll(async () => (await stage.listDeliveries('hook'))[0]?.attempts[0]?.reason)
    .toContain('cannot be decrypted')
  const { status, body } = await call('PUT', pathOf('hook'), input)
  expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
  expect((await call('PUT', pathOf('hook'), input)).body.secret).toBeUndefined()
  await expect.poll(() => receiver.callsTo('/hook').length).toBeGreaterThan(0)
  const asked = await call('PUT', pathOf('mail'), mail)
  expect([asked.status, asked.body.receiver]).toEqual([200, 'waiting'])
  await smtp.waitFor(1, mail.address)
})
