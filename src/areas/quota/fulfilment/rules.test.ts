import { expect, test } from 'vitest'
import { readAnswer } from './rules.ts'

test.each([
  [200, '', { kind: 'done' }],
  [204, '', { kind: 'done' }],
  [302, '', { kind: 'unusable' }],
  [400, '{"message":"Too much."}', { kind: 'refused', reason: 'Too much.' }],
  [409, '{"error":{"message":"No."}}', { kind: 'refused', reason: 'No.' }],
  [422, 'no JSON', { kind: 'refused', reason: 'it responded with 422 and gave no reason.' }],
  [422, '{"message":7}', { kind: 'refused', reason: 'it responded with 422 and gave no reason.' }],
  [422, 'null', { kind: 'refused', reason: 'it responded with 422 and gave no reason.' }],
  [408, '', { kind: 'later' }],
  [425, '', { kind: 'later' }],
  [429, '', { kind: 'later' }],
  [500, '', { kind: 'later' }],
  [503, '', { kind: 'later' }],
])('%i %s', (status, body, outcome) => expect(readAnswer(status, body)).toMatchObject(outcome))

test('a reason is cut and cleaned', () => {
  const said = readAnswer(400, JSON.stringify({ message: `a\u0000b\ud800${'x'.repeat(900)}` }))
  expect(said).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^a b\ufffdx{496}$/),
  })
})

test('a reason is cut between characters, never within one', () => {
  const said = readAnswer(422, JSON.stringify({ message: `${'x'.repeat(499)}😀 no` }))
  expect(said).toEqual({ kind: 'refused', reason: `${'x'.repeat(499)}😀` })
})
