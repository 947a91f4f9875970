import { beforeAll, describe, expect, test } from 'vitest'
import { signIn, useCli } from './stage.ts'

const { url, shell, people, quota } = await useCli()
const PUBLISH = ['operator', 'events', 'publish', '--type', 'ServiceIssue']
const STORAGE = ['--service', 'Storage', '--region', 'West US']

beforeAll(async () => {
  await quota.addOperator()
  await quota.addSubscription('sub-a', { [people.ada.id]: 'owner' }, [['Storage', 'West US']])
  await quota.addSubscription('sub-b', {}, [['Storage', 'East US']])
  await signIn(shell, url)
}, 120_000)

const countEvents = async () => (await quota.callAsOperator('GET', '/events')).body.value.length

describe('before it publishes, the command says whom the event reaches', () => {
  const LINE = `binnacle ${PUBLISH.join(' ')} --service Storage --region "West US"`

  test('and asks a person, who may say no', async () => {
    const before = await countEvents()
    const { code, screen } = await shell.onTerminal(LINE, [['to publish:', 'no\r']])
    expect(screen).toContain('The event will reach 1 subscription.')
    expect(screen).toContain('Nothing was published.')
    expect([code, await countEvents()]).toEqual([1, before])
    const agreed = await shell.onTerminal(LINE, [['to publish:', 'yes\r']])
    expect([agreed.code, await countEvents()]).toEqual([0, before + 1])
  })

  test('does not ask with --yes, nor in a script', async () => {
    const { code, screen } = await shell.onTerminal(`${LINE} --yes`)
    expect([code, screen.includes('Type yes')]).toEqual([0, false])
    const script = await shell.run([...PUBLISH, ...STORAGE])
    expect(script).toMatchObject({ code: 0, stderr: '' })
    expect(script.stdout).toMatch(/^\S+\n$/)
  })

  test('tells a script that nobody is reached', async () => {
    const { code, stderr } = await shell.run([...PUBLISH, '--service', 'Queues', '--force'])
    expect(code).toBe(0)
    expect(stderr).toBe(
      'The event will reach 0 subscriptions. These new names will be registered: Queues.\n',
    )
  })
})

test('a name that nothing has ends with the nearest, and --force registers it', async () => {
  const before = await countEvents()
  const misspelt = [...PUBLISH, '--service', 'Storge', '--region', 'West US']
  const refused = await shell.run(misspelt)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/Storge.*Storage/)
  expect(refused.stderr).toContain('--force')
  expect(await countEvents()).toBe(before)
  expect((await shell.run([...misspelt, '--force'])).code).toBe(0)
  expect((await shell.run(misspelt)).code).toBe(0)
})

test('a drill needs named subscriptions, and is marked in the list of its readers', async () => {
  const drill = [...PUBLISH, '--title', 'Slow writes', '--drill']
  const refused = await shell.run([...drill, ...STORAGE])
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('named subscriptions'),
  ])
  const id = (await shell.run([...drill, '--to', 'sub-a'])).stdout.trim()
  const { stdout } = await shell.run(['events', 'list', '--subscription', 'sub-a'])
  const row = stdout.split('\n').find((line) => line.includes(id))
  expect(row).toContain('[Drill] Slow writes')
})
