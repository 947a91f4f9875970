import type { Db } from '../../../src/platform/db/connect.ts'
import { type Answer, caller } from '../../support/http/http.ts'
import { sendRaw } from '../../support/http/send-raw.ts'
import type { TestServer } from '../../support/server/server.ts'
import { insertToken } from '../../support/world/samples.ts'
import { insertApp, insertOrganization, insertPerson } from '../../support/world/world.ts'

/** People and things under names that stay the same, because the page of errors shows them. */
export async function setStage(
  db: Db,
  servers: {
    plain: TestServer
    withoutOrgTokens: TestServer
    retired: TestServer
    limited: TestServer
  },
) {
  const [ada, bob, eve] = [
    await insertPerson(db, 'ada'),
    await insertPerson(db, 'bob'),
    await insertPerson(db, 'eve'),
  ] as const
  const [disabled, full] = [await insertPerson(db), await insertPerson(db)]
  await db
    .updateTable('account')
    .set({ disabled_at: new Date() })
    .where('id', '=', disabled.id)
    .execute()
  const harbour = await insertOrganization(db, { [ada.id]: 'admin', [eve.id]: 'member' }, 'harbour')
  const tide = await insertApp(db, { ...ada, kind: 'user' }, { [eve.id]: 'developer' }, 'tide')
  const appToken = async (access: 'all' | 'viewer') =>
    (
      await insertToken(db, {
        kind: 'app',
        homeId: ada.id,
        appId: tide.id,
        createdBy: ada.id,
        access,
      })
    ).value
  return {
    db,
    ada,
    bob,
    eve,
    disabled,
    full,
    harbour,
    appToken,
    call: caller(servers.plain),
    callWithoutOrgTokens: caller(servers.withoutOrgTokens),
    callRetired: caller(servers.retired),
    callLimited: caller(servers.limited),
    send: (request: string) => sendText(servers.plain, request),
    sendEmpty: (token: string, method: string, path: string) =>
      sendText(servers.plain, `${method} ${path} HTTP/1.1\r\nX-API-Token: ${token}\r\n`),
  }
}

export type Stage = Awaited<ReturnType<typeof setStage>>

async function sendText(server: TestServer, request: string): Promise<Answer> {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const whole = `${head.trimEnd()}\r\nHost: x\r\nConnection: close\r\n\r\n${body}`
  const answer = await sendRaw(server.url, whole)
  const [top = '', text = ''] = answer.split('\r\n\r\n')
  return { status: Number(top.split(' ')[1]), headers: new Headers(), text, body: JSON.parse(text) }
}
