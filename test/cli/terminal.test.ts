import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reader } from '../support/http/service-health.ts'
import { insertToken } from '../support/world/samples.ts'
import { PROMPT, useScreen } from './screen.ts'
import { signIn, useCli } from './stage.ts'

const { url, shell, quota, people, database } = await useCli()
const screen = useScreen(shell)
const THERE = '--subscription sub-a --provider Microsoft.Compute --location eastus'

let ada: Reader
beforeAll(async () => {
  await quota.addOperator()
  await quota.loadStarter()
  ada = await quota.addReader('asker')
  await quota.addSubscription('sub-a', { [people.ada.id]: 'owner', [ada.id]: 'owner' })
  await quota.callAsOperator('POST', '/events', {
    audience: { kind: 'everyone' },
    eventType: 'ServiceIssue',
    properties: { title: 'Lamps flicker' },
  })
  await signIn(shell, url)
}, 120_000)
beforeEach(() => screen.open())

/** Ctrl-C; then the shell waits again, shows what is typed and has a cursor. */
async function interrupt(): Promise<string> {
  screen.press('C-c')
  await screen.until(new RegExp(`${PROMPT}$`))
  screen.type('echo "it is $?"; stty -a')
  screen.press('Enter')
  const shown = await screen.until(new RegExp(`it is \\d+\\n.*${PROMPT}$`, 's'))
  expect(shown).toMatch(/[ ;\n]icanon\b/)
  expect(shown).toMatch(/[ ;\n]echo\b/)
  expect(screen.isCursorShown()).toBe(true)
  return shown
}

describe('Ctrl-C leaves the terminal as it was', () => {
  test('during events watch', async () => {
    await screen.enter(
      'binnacle events watch --subscription sub-a',
      /Lamps flicker\n.*Press Ctrl-C to stop\.$/,
    )
    const shown = await interrupt()
    expect(shown).toContain('it is 130')
    expect(shown).toContain('Lamps flicker')
    expect(shown).not.toContain('Press Ctrl-C to stop.')
  })

  test('while a person thinks about a request, and how to look again stays on the screen', async () => {
    const line = `binnacle quota request cores 4000 ${THERE} --wait`
    await screen.enter(line, /Waiting for request \S+, every 2 s\. Press Ctrl-C to stop\.$/)
    const shown = await interrupt()
    expect(shown).toContain('it is 130')
    expect(shown).not.toContain('Waiting for request')
    const [, again = ''] =
      /^The request is still in progress\. To see its status: (.*)$/m.exec(shown) ?? []
    await screen.enter(again, /^State +(Accepted|InProgress)$/m)
  })

  test.each([80, 40])('after several looks, %i columns wide', async (columns) => {
    screen.open(columns)
    const { body } = await quota.put(ada, 'sub-a', 'standardDFamily', 400)
    const line = `binnacle quota watch ${body.requestId} ${THERE} --interval 1`
    await screen.enter(line, /Waiting for request/)
    await delay(3500)
    const shown = await interrupt()
    expect(shown).toContain('it is 130')
    expect(shown).not.toContain('Waiting for request')
  })

  test('at a question', async () => {
    await screen.enter('binnacle apps delete ada/tide-tables', /to confirm:$/)
    expect(await interrupt()).toContain('it is 130')
  })
})

test.each([100, 80, 60])('no line of a table is wider than %i columns', async (columns) => {
  screen.open(columns)
  const title = 'A very long title '.repeat(9)
  const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue', properties: { title } }
  expect(await quota.callAsOperator('POST', '/events', event)).toMatchObject({ status: 201 })
  const shown = await screen.enter('binnacle events list --subscription sub-a', /A very.*❯$/s)
  const [, table = ''] = /sub-a\n(.*)❯$/s.exec(shown) ?? []
  expect(table).toMatch(/^\S+ +Active .*A very.*…/m)
  expect(Math.max(...table.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(columns)
})

test('a token that is pasted is taken, and is nowhere on the screen', async () => {
  const { value } = await insertToken(database.db, { homeId: people.ada.id })
  await screen.enter(
    `binnacle --profile pasted login --server ${url} --with-token`,
    /Paste the token.*:$/,
  )
  screen.type(value)
  screen.press('Enter')
  const shown = await screen.until(new RegExp(`Signed in to ${url} as ada`))
  expect(shown).not.toContain(value)
  expect(shown).not.toContain(value.slice(0, 20))
})
