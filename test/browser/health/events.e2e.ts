import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openHealth } from '../../support/server/health-calls.ts'
import { inspect } from '../looks.ts'
import { press, tabTo, usePortalFixture } from '../portal-fixture.ts'

const fixture = await usePortalFixture()
const { origin } = fixture
const health = openHealth(fixture.installation)

const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const VM = '/subscriptions/sub-a/resourceGroups/yard/providers/Microsoft.Compute/virtualMachines/vm'

let ada: Page
let grace: Page
let issue: string
let secret: string

/** An event with everything that an event can have. */
async function publishIssue(): Promise<string> {
  const id = await health.publish({
    trackingId: 'SLOW-WRITES',
    audience: { kind: 'footprint' },
    eventTags: ['Action Recommended'],
    impact: [
      { impactedService: 'Storage', impactedRegions: ['West US', 'East US'] },
      { impactedService: 'Cache', impactedRegions: ['West US'] },
    ],
    properties: {
      title: 'Slow writes in West US',
      eventLevel: 'Critical',
      impactStartTime: at(-3),
      summary:
        '<p>Writes take <b>up to 40 s</b>.</p><ul><li>Reads work</li></ul><script>x</script>',
      description: 'A disk shelf lost power.',
      article: { articleContent: 'How to fail over.' },
      recommendedActions: {
        message: 'Do this:',
        actions: [{ actionText: 'Fail over to East US.' }],
      },
      faqs: [{ question: 'Is data lost?', answer: 'No.' }],
      links: [
        {
          type: 'Button',
          displayText: { value: 'Open the runbook' },
          parameters: { url: 'https://runbook.example/1' },
        },
        { type: 'Hyperlink', displayText: { value: 'Billing blade' }, extensionName: 'Billing' },
      ],
    },
  })
  await health.revise(id, 'updates', { summary: 'We replace the power supply.' })
  const where = [{ impactedService: 'Storage', impactedRegion: 'East US' }]
  await health.revise(id, 'resolve', { summary: 'East US writes again.', where })
  const add = [1, 2].map((n) => ({
    subscriptionId: 'sub-a',
    targetResourceType: 'Microsoft.Compute/virtualMachines',
    targetResourceId: `${VM}-${n}`,
    targetRegion: 'West US',
  }))
  await health.revise(id, 'impactedResources', { add })
  return id
}

async function publishOthers(): Promise<void> {
  const of = (eventType: string, properties: object) => health.publish({ eventType, properties })
  const resolved = await of('ServiceIssue', { title: 'Lost packets', impactStartTime: at(-50) })
  await health.revise(resolved, 'resolve', { summary: 'Over.' })
  await health.revise(resolved, 'reviews', { stage: 'final', description: 'A cable was cut.' })
  await of('PlannedMaintenance', { title: 'New cables', impactStartTime: at(48) })
  await of('HealthAdvisory', { title: 'Old API ends', eventSubType: 'Retirement' })
}

beforeAll(async () => {
  await health.addOperator()
  const { ada: owner, grace: reader } = await fixture.insertPeople('ada', 'grace')
  const roles = { [owner.id]: 'owner', [reader.id]: 'reader' } as const
  await health.addSubscription('sub-a', roles, [['Storage', 'West US']])
  await health.addSubscription('sub-b', roles)
  issue = await publishIssue()
  await publishOthers()
  secret = await health.publish({
    eventType: 'SecurityAdvisory',
    isEventSensitive: true,
    impact: [{ impactedService: 'Storage', impactedRegions: ['West US'] }],
    properties: { title: 'A key was leaked', summary: 'Key 42 was public.' },
  })
  ada = await fixture.openSignedIn('ada', '/health/sub-a')
  grace = await fixture.openSignedIn('grace', '/health/sub-a')
})

const main = () => ada.getByRole('main')
const section = (name: string) => ada.getByRole('region', { name, exact: true })
const rows = () => ada.getByRole('row')

describe('now', () => {
  test('what affects the reader comes first, then what is planned, then advisories', async () => {
    await section('What affects you now').getByText('Slow writes in West US').waitFor()
    const titles = await ada.getByRole('heading', { level: 3 }).allInnerTexts()
    expect(titles).toEqual([
      ...['Slow writes in West US', 'New cables', 'A key was leaked', 'Old API ends'],
    ])
    await section('What affects you now').getByText('East US writes again.').waitFor()
  })

  test('cards count types and levels, and lead to the list of them', async () => {
    const card = ada.getByRole('link', { name: '1 Service issue 1 Critical' })
    await inspect(ada, 'health-now')
    await card.click()
    await ada.waitForURL(/\/health\/sub-a\/events\?type=ServiceIssue&status=Active&days=90$/)
    await ada.getByRole('link', { name: 'Slow writes in West US' }).waitFor()
    await expect.poll(() => rows().count()).toBe(2)
  })

  test('all is clear since the last event was over', async () => {
    await ada.goto(`${origin}/health/sub-b`)
    await ada.getByRole('heading', { name: /^All clear since \d+ \w+ \d{4}/ }).waitFor()
    await section('Planned').getByText('New cables').waitFor()
    await inspect(ada, 'health-clear-since')
  })
})

describe('the list', () => {
  const copied = () => ada.evaluate('navigator.clipboard.readText()').then(String)

  test('shows the filter that is sent, and Back undoes a choice', async () => {
    await ada.goto(`${origin}/health/sub-a/events`)
    await expect.poll(() => rows().count()).toBe(6)
    const [asked] = await Promise.all([
      ada.waitForRequest(/filter=/),
      ada.getByLabel('Region').selectOption('East US'),
    ])
    const filter = `region eq 'East US'`
    expect(new URL(asked.url()).searchParams.get('$filter')).toBe(filter)
    await main().getByText(`$filter=${filter}`).waitFor()
    await expect.poll(() => rows().count()).toBe(2)
    await ada.getByLabel('Status').selectOption('Resolved')
    await main().getByText('No events', { exact: true }).waitFor()
    await ada.goBack()
    await expect.poll(() => rows().count()).toBe(2)
    await inspect(ada, 'health-events')
  })

  test('gives the same as an API call and as a command, and the call gives the same events', async () => {
    await press(ada, ada.getByRole('button', { name: 'Copy command' }))
    expect(await copied()).toMatch(
      /^binnacle events list --subscription sub-a --since \S+ --filter "region eq 'East US'"$/,
    )
    await press(ada, ada.getByRole('button', { name: 'Copy API call' }))
    const [, address = ''] = /'(http[^']+)'$/.exec(await copied()) ?? []
    const session = JSON.parse(await ada.evaluate(`sessionStorage.getItem('binnacle.session')`))
    const headers = { authorization: `Bearer ${session.management.accessToken}` }
    const answer = (await (await fetch(address, { headers })).json()) as {
      value: { name: string }[]
    }
    expect(answer.value.map(({ name }) => name)).toEqual([issue])
  })

  test('by keyboard alone: to the filters, an event, and back', async () => {
    await ada.goto(`${origin}/health/sub-a`)
    await press(ada, ada.getByRole('link', { name: 'Events', exact: true }))
    await tabTo(ada, ada.getByLabel('Type'))
    await ada.keyboard.type('Sec')
    await ada.waitForURL(/type=SecurityAdvisory/)
    await press(ada, ada.getByRole('link', { name: 'A key was leaked' }))
    await press(ada, ada.getByRole('button', { name: 'Show details' }))
    await main().getByText('Key 42 was public.').waitFor()
    await press(ada, ada.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link'))
    await ada.waitForURL(`${origin}/health/sub-a/events`)
  })
})

describe('an event', () => {
  beforeAll(async () => {
    await ada.goto(`${origin}/health/sub-a/events/${issue}`)
    await section('Overview').getByText('Critical').waitFor()
  })

  test('has its properties, and why the reader sees it', async () => {
    for (const item of ['Active', 'Service issue', issue, 'Action Recommended']) {
      await section('Overview').getByText(item, { exact: true }).first().waitFor()
    }
    const serviceRegions = section('Services and regions')
    await serviceRegions
      .getByText('because your subscription uses these affected services: Storage in West US.')
      .waitFor()
    expect(await serviceRegions.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Service\s+Region\s+Status\s+Updated\s+History$/),
      expect.stringMatching(/^Storage\s+West US\s+Active.*1 update\s+for/s),
      expect.stringMatching(/^Storage\s+East US\s+Resolved.*2 updates\s+for/s),
      expect.stringMatching(/^Cache\s+West US\s+Active.*1 update\s+for/s),
    ])
  })

  test('has the history of each region behind a key', async () => {
    const region = section('Services and regions').getByRole('row', { name: /^Storage East US/ })
    await press(ada, region.getByText('2 updates'))
    expect(await region.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/: East US writes again\.$/),
      expect.stringMatching(/: We replace the power supply\.$/),
    ])
  })

  test('has what was said, the newest first, with where it applies', async () => {
    const [last = '', first = ''] = await section('Updates').getByRole('listitem').allInnerTexts()
    expect(last).toMatch(/East US writes again\.\s+Storage in East US$/)
    expect(first).toMatch(/We replace the power supply\..*Storage in West US · .*Cache in West US/s)
  })

  test('has its texts as text: markup is neither shown nor obeyed', async () => {
    const summary = await section('Summary').innerText()
    expect(summary.replace(/^Summary\s+/, '')).toMatch(/^Writes take up to 40 s\.\s+• Reads work$/)
    await section('Description').getByText('A disk shelf lost power.').waitFor()
    await section('Article').getByText('How to fail over.').waitFor()
    await section('Recommended actions').getByText('Fail over to East US.').waitFor()
    await ada.getByText('Is data lost?').click()
    await main().getByText('No.', { exact: true }).waitFor()
  })

  test('has links to addresses of the web, and names those to other portals', async () => {
    const button = section('Links').getByRole('link', { name: 'Open the runbook' })
    expect(await button.getAttribute('href')).toBe('https://runbook.example/1')
    await section('Links').getByText('Billing blade (Billing)').waitFor()
    expect(await section('Links').getByRole('link').count()).toBe(1)
  })

  test('has its resources, also as a file', async () => {
    await ada.getByRole('table', { name: 'Impacted resources' }).getByText(`${VM}-2`).waitFor()
    const [file] = await Promise.all([
      ada.waitForEvent('download'),
      press(ada, ada.getByRole('button', { name: 'Download CSV' })),
    ])
    expect(file.suggestedFilename()).toBe(`${issue}-resources.csv`)
    expect(readFileSync(await file.path(), 'utf8')).toContain(`\r\n${VM}-2,`)
    await inspect(ada, 'health-event')
  })

  test('with a review says so', async () => {
    await ada.goto(`${origin}/health/sub-a/events?status=Resolved`)
    await ada.getByRole('link', { name: 'Lost packets' }).click()
    await section('Post-incident review').getByText('A cable was cut.').waitFor()
    await main().getByText('published to all subscriptions').waitFor()
  })

  test('that does not exist or does not concern the reader is not found', async () => {
    await ada.goto(`${origin}/health/sub-b/events/${issue}`)
    await ada.getByRole('heading', { name: 'Event not found' }).waitFor()
    fixture.ignoreErrors(/404/)
  })
})

describe('sensitive details', () => {
  test('are shown to an owner who asks for them, and recorded', async () => {
    await ada.goto(`${origin}/health/sub-a/events/${secret}`)
    await main().getByText('This event has sensitive details').waitFor()
    expect(await main().getByText('Key 42 was public.').count()).toBe(0)
    const count = async () =>
      (await health.callAsOperator('GET', '/audit?action=event.read-details')).body.value.length
    const before = await count()
    await inspect(ada, 'health-event-sensitive')
    await ada.getByRole('button', { name: 'Show details' }).click()
    await section('Summary').getByText('Key 42 was public.').waitFor()
    expect(await count()).toBe(before + 1)
  })

  test('are refused to a reader, with what to do', async () => {
    await grace.goto(`${origin}/health/sub-a/events/${secret}`)
    await grace.getByRole('button', { name: 'Show details' }).click()
    await grace
      .getByRole('alert')
      .getByText('Only owners and contributors of the subscription can read the details')
      .waitFor()
    await grace.getByRole('heading', { name: 'You cannot list these resources' }).waitFor()
    await inspect(grace, 'health-event-refused')
    fixture.ignoreErrors(/403/)
  })
})
