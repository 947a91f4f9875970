import { beforeAll } from 'vitest'
import { callerCalls, quotaOperatorCalls } from '../http/quota.ts'
import { type Installation, openHealth } from './health-calls.ts'
import { type InstallationOptions, useInstallation } from './installation.ts'

/** Those who wait for an answer ask every second. */
export const QUICK_POLLING = { quotaRetryAfterSeconds: 1 }

export const ASK_A_PERSON = { QUOTA_RULES: 'decrease=ask,withinHeadroom=ask,beyondHeadroom=ask' }

/** A server that also does what follows from requests, an operator, and the catalogue that ships. */
export function useQuota(
  env: Record<string, string> = {},
  { runsJobs = true, limits }: InstallationOptions = {},
) {
  const used = useInstallation(env, { runsJobs, limits: { ...QUICK_POLLING, ...limits } })
  const quota = openQuota(used.installation)
  beforeAll(async () => {
    await quota.addOperator()
    await quota.loadStarter()
  })
  return Object.assign(quota, used)
}

/** Area C as its operators and callers use it, over HTTP. */
export function openQuota(installation: Installation) {
  const { addOperator, callAsOperator, setOperator, addReader, addSubscription, signInAs } =
    openHealth(installation)
  return {
    addOperator,
    callAsOperator,
    setOperator,
    addReader,
    addSubscription,
    signInAs,
    ...callerCalls(installation),
    ...quotaOperatorCalls(installation, callAsOperator),
  }
}

export type Quota = ReturnType<typeof openQuota>
