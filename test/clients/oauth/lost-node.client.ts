import { expect, test } from 'vitest'
import { useDatabase } from '../../support/database/use-database.ts'
import { PASSWORD } from '../../support/http/signer.ts'
import { beginCode, signIn, useInstallation } from './installation.ts'

const installation = useInstallation(useDatabase())

test('a node is lost in the middle of two sign-ins: the other finishes both', async () => {
  const web = await installation.discover('web')
  const [typing, deciding] = [installation.browser(), installation.browser()]
  const [one, two] = [await beginCode(web), await beginCode(web)]
  const consent = await deciding.submit(await deciding.visit(two.address), 'sign-in', {
    login: 'ada',
    password: PASSWORD,
  })
  const page = await typing.visit(one.address)

  // The very node that has shown the sign-in page.
  const lost = installation.answeredBy().at(-1) ?? 0
  const node = installation.nodes[lost]
  expect(await node?.stop('SIGKILL')).toBeNull()
  expect(node?.child.signalCode).toBe('SIGKILL')
  const before = installation.answeredBy().length

  const tokens = await one.finish(await signIn(typing, page))
  expect((await installation.readEvents(web, tokens.access_token, 'sub-a')).status).toBe(200)
  const others = await two.finish((await deciding.submit(consent, 'allow')).url)
  expect((await installation.readEvents(web, others.access_token, 'sub-b')).status).toBe(404)

  const since = installation.answeredBy().slice(before)
  expect(since.length).toBeGreaterThan(5)
  expect(since).not.toContain(lost)
})
