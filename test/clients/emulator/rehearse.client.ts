import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Client } from '../arm-resourcehealth/installation.ts'
import { loadClient } from '../secure-server.ts'
import { BIN, useBinnacle } from './start.ts'

const { settings, clientOptions, credential } = useBinnacle()
const POLL_EVERY_MS = 50

type Health = new (credential: object, subscription: string, options: object) => Client
type Properties = Readonly<{
  status: string
  impact: readonly { impactedRegions: readonly { updates?: readonly { summary: string }[] }[] }[]
}>

async function readState({ eventsOperations }: Client): Promise<string> {
  let state = 'none'
  for await (const event of eventsOperations.listBySubscriptionId()) {
    if (event.name === 'OUTAGE-1') state = describeState(event as unknown as Properties)
  }
  return state
}

function describeState({ status, impact }: Properties): string {
  const updates = impact[0]?.impactedRegions[0]?.updates ?? []
  return `${status}: ${updates.at(-1)?.summary ?? 'published'}`
}

/** Polls with the published client, unmodified, and keeps each state that differs from the one before. */
function startPoller() {
  const { MicrosoftResourceHealth } = loadClient('@azure/arm-resourcehealth') as {
    MicrosoftResourceHealth: Health
  }
  const subscription = settings().AZURE_SUBSCRIPTION_ID ?? ''
  const client = new MicrosoftResourceHealth(credential(), subscription, clientOptions())
  const states: string[] = []
  let isStopped = false
  const poll = async () => {
    while (!isStopped) {
      const state = await readState(client)
      if (states.at(-1) !== state) states.push(state)
      await delay(POLL_EVERY_MS)
    }
    return states
  }
  const polled = poll()
  return {
    states,
    stop: () => {
      isStopped = true
      return polled
    },
  }
}

test('three days of an outage in less than 10 s: an unmodified poller sees every state in order', async () => {
  const poller = startPoller()
  await expect.poll(() => poller.states).toEqual(['none'])
  const path = '/subscriptions/*/providers/Microsoft.ResourceHealth/events'
  const args = ['rehearse', 'regional-outage', '--until-polled', path, '--output', 'json']
  const rehearsal = spawn(process.execPath, [BIN, ...args], {
    env: { PATH: process.env.PATH, ...settings() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [stdout, [code]] = await Promise.all([text(rehearsal.stdout), once(rehearsal, 'exit')])
  expect(code).toBe(0)
  // The data is restored at the end, so the event is gone again.
  expect((await poller.stop()).filter((state) => state !== 'none')).toEqual([
    'Active: published',
    'Active: A power supply has failed in one building.',
    'Active: Half of the machines run again.',
    'Active: All machines but those with local disks run again.',
    'Resolved: All machines run again.',
    'Resolved: The review is complete.',
  ])
  const report = JSON.parse(stdout)
  expect(report.steps.at(-1)).toMatchObject({ seconds: 3 * 86_400 })
  expect(report.realSeconds).toBeLessThan(10)
  for (const { clients } of report.steps) {
    expect(clients).toContainEqual(
      expect.objectContaining({ caller: expect.any(String), method: 'GET', status: 200 }),
    )
  }
  console.log(`three days rehearsed in ${report.realSeconds.toFixed(1)} s with a poller`)
})
