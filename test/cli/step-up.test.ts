import { readFileSync } from 'node:fs'
import { decodeJwt } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { giveSecondFactor, insertSecondFactor } from '../support/http/second-factor.ts'
import { insertOrganization } from '../support/world/world.ts'
import { useScreen } from './screen.ts'
import { signIn, useCli } from './stage.ts'

const { url, database, shell, people } = await useCli()
const screen = useScreen(shell, { columns: 120 })
const CREATE = ['tokens', 'create', '--name', 'night build', '--access', 'full-access']
const LINE = "binnacle tokens create --name 'night build' --access full-access; echo it is $?"

const account = () => people.ada.id
/** What the access tokens of the command line call its session. */
function sessionOfProfile(): string {
  const { secrets } = JSON.parse(readFileSync(shell.profileFile, 'utf8')).profiles.default
  return String(decodeJwt(JSON.parse(secrets.account).token).sid)
}
const countTokens = async () => {
  const { db } = database
  const tokens = db.selectFrom('api_token').select('id').where('description', '=', 'night build')
  return (await tokens.execute()).length
}

beforeAll(async () => {
  await signIn(shell, url)
  await insertSecondFactor(database.db, account())
}, 120_000)
beforeEach(() => screen.open())

test('an admin requires a second factor of the members; turning that off needs it', async () => {
  await insertOrganization(database.db, { [account()]: 'admin' }, 'crew')
  const set = (value: string) => shell.run(['orgs', 'second-factor', 'crew', '--set', value])
  expect((await set('required')).stdout).toMatch(/^Second factor +required$/m)
  const { code, stderr } = await set('optional')
  expect([code, stderr]).toEqual([3, expect.stringContaining('Code: SecondFactorRequired')])
  expect((await set('never')).code).toBe(2)
})

test('3: in a pipe, the sentence with the address, and what a script can do', async () => {
  const { code, stdout, stderr } = await shell.run(CREATE)
  expect([code, stdout]).toEqual([3, ''])
  expect(stderr).toMatch(
    /^This operation requires a second factor that was used in the last 15 minutes\. Open http\S+\/oauth2\/confirm\/\S+, check that the page shows the code [B-Z]{4}-[B-Z]{4}, and confirm\. Then repeat the request\.$/m,
  )
  expect(stderr).toContain(
    'In a script, use an API token, or a service account for the commands of operators.\n',
  )
  expect(stderr).toMatch(/^Code: SecondFactorRequired, request \S+$/m)
  expect(await countTokens()).toBe(0)
})

const WAITING =
  /page shows [B-Z]{4}-[B-Z]{4}\.\nWaiting for you to confirm\. Press Ctrl-C to stop\.$/

test('130: in a terminal, it waits, and Ctrl-C ends it', async () => {
  await screen.enter(LINE, WAITING)
  screen.press('C-c')
  const shown = await screen.until(/it is 130/)
  expect(shown).not.toContain('Waiting for you')
  expect(await countTokens()).toBe(0)
})

test('waits until the second factor was given, and then repeats the request', async () => {
  const shown = await screen.enter(LINE, WAITING)
  const [, address = ''] = /Open (\S+)/.exec(shown) ?? []
  expect(await (await fetch(`${address}/status`)).json()).toEqual({ status: 'pending' })
  await giveSecondFactor(database.db, account(), sessionOfProfile())
  const done = await screen.until(/it is 0/)
  expect(done).toMatch(/^bnu_\S+$/m)
  expect(await countTokens()).toBe(1)
  expect(await (await fetch(`${address}/status`)).json()).toEqual({ status: 'confirmed' })
  // For the next 15 minutes, nobody is asked again.
  expect((await shell.run(CREATE)).code).toBe(0)
})
