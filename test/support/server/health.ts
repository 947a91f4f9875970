import { beforeAll } from 'vitest'
import { openHealth } from './health-calls.ts'
import { type InstallationOptions, useInstallation } from './installation.ts'

/** A server and an operator for the calling test file. */
export function useHealth(env: Record<string, string> = {}, options: InstallationOptions = {}) {
  const used = useInstallation(env, options)
  const health = openHealth(used.installation)
  beforeAll(async () => {
    await health.addOperator()
  })
  return Object.assign(health, used)
}
