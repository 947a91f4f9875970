import { expect, test } from 'vitest'
import { addMs, systemRealTime } from '../../platform/time.ts'
import { mayChangeFactors } from '../second-factor/rules.ts'
import { judgeBearer } from './rules.ts'

const at = systemRealTime()
const earlier = addMs(at, -60_000)
const state = { disabledAt: null, validAfter: null }
const account = { id: 'ada', name: 'ada', isOperator: false, ...state } as never
const claims = { accountId: 'ada', identity: null, clientId: 'spa', issuedAt: at } as never
const client = { principalId: 'spa', isOperator: false, ...state }
const judge = (changes: object) =>
  judgeBearer(claims, { account, client, isSessionEnded: false, ...changes } as never)

test('a bearer counts while its account, client and session do', () => {
  expect(judge({})).toMatchObject({ kind: 'user' })
  expect(judge({ client: { ...client, disabledAt: at } })).toEqual({ fault: 'disabled' })
  expect(judge({ client: { ...client, validAfter: addMs(at, 1) } })).toEqual({ fault: 'ended' })
  expect(judge({ client: { ...client, validAfter: earlier } })).toMatchObject({ kind: 'user' })
  expect(judge({ isSessionEnded: true })).toEqual({ fault: 'ended' })
})

test('who has a second factor changes it after giving it, however fresh the sign-in is', () => {
  const may = (hasSecondFactor: boolean, usedAt: Date | undefined) =>
    mayChangeFactors({ hasSecondFactor }, { signedInAt: at, usedAt }, at)
  expect([may(false, undefined), may(true, undefined), may(true, at)]).toEqual([true, false, true])
})
