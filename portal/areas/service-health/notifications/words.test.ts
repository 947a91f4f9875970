import { expect, test } from 'vitest'
import type { Attempt, Delivery, Notification } from './queries.ts'
import {
  attemptsOf,
  canSendTo,
  describeAttempt,
  isAccepted,
  isSoon,
  stateOf,
  subjectOf,
} from './words.ts'

const AT = '2026-11-18T21:14:54Z'
const notification: Notification = {
  id: 'n',
  name: 'on-call',
  kind: 'webhook',
  address: 'https://hooks.example.com/',
  notices: ['events'],
  enabled: true,
  createdBy: 'ada',
  createdAt: AT,
  updatedAt: AT,
}
const attempt = (change: Partial<Attempt>): Attempt => ({
  number: 1,
  at: AT,
  durationMs: 12,
  ...change,
})
const delivery = (change: Partial<Delivery>): Delivery => ({
  id: 'd',
  kind: 'event',
  trackingId: 'ABCD-1',
  state: 'pending',
  createdAt: AT,
  attempts: [],
  ...change,
})

test('a notification that is off is not failing', () => {
  expect(stateOf(notification)).toBe('on')
  expect(stateOf({ ...notification, failingSince: AT })).toBe('failing')
  expect(stateOf({ ...notification, failingSince: AT, enabled: false })).toBe('off')
})

test('a notification whose receiver does not want it is not on, and sends nothing', () => {
  const mail = (change: Partial<Notification>) => {
    const changed: Notification = { ...notification, kind: 'email', ...change }
    return [stateOf(changed), canSendTo(changed)]
  }
  expect(mail({ receiver: 'waiting' })).toEqual(['waiting', false])
  expect(mail({ receiver: 'stopped', failingSince: AT })).toEqual(['stopped', false])
  expect(mail({ receiver: 'stopped', enabled: false })).toEqual(['off', false])
  expect(mail({ receiver: 'confirmed' })).toEqual(['on', true])
  expect(mail({ receiver: 'confirmed', failingSince: AT })).toEqual(['failing', true])
})

test('a delivery is named after its event', () => {
  expect(subjectOf(delivery({}))).toBe('ABCD-1')
  expect(subjectOf(delivery({ kind: 'removed' }))).toBe('ABCD-1 (removed)')
  const { trackingId: _none, ...ofNoEvent } = delivery({ kind: 'test' })
  expect(subjectOf(ofNoEvent)).toBe('Test')
})

test('attempts are counted by the number of the last: only 20 of them are listed', () => {
  expect(attemptsOf(delivery({}))).toBe('No attempts yet')
  expect(attemptsOf(delivery({ attempts: [attempt({ status: 204 })] }))).toBe('1 attempt: 204')
  const last = attempt({ number: 31, reason: 'The connection was refused.' })
  expect(attemptsOf(delivery({ attempts: [last] }))).toBe('31 attempts: no response')
})

test.each([
  [{ status: 204 }, true, 'The destination responded with 204 after 12 ms.'],
  [{ status: 302 }, false, 'The destination responded with 302 after 12 ms.'],
  [{ reason: 'it did not answer within 10 s' }, false, 'It did not answer within 10 s.'],
  [{ reason: 'It is held.' }, false, 'It is held.'],
  [{}, false, 'There was no response.'],
])('%j is accepted: %s', (change, accepted, sentence) => {
  expect([isAccepted(attempt(change)), describeAttempt(attempt(change))]).toEqual([
    accepted,
    sentence,
  ])
})

test('below a minute a time is soon', () => {
  expect([59_000, 61_000].map((ms) => isSoon(AT, Date.parse(AT) - ms))).toEqual([true, false])
})
