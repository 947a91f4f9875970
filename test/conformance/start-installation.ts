import type { TestProject } from 'vitest/node'
import { buildStaleProgram } from '../../scripts/package/program.ts'
import { startEmulator } from '../support/processes/emulator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    installation: Readonly<{ url: string; origin: string; operator: string }>
  }
}

/** The installation at BASE_URL, of which OPERATOR is a bearer; without them an emulator of this run's own. */
export default async function startInstallation(project: TestProject): Promise<() => unknown> {
  const { BASE_URL: url, OPERATOR: operator, EMULATOR: bin } = process.env
  if (url !== undefined) {
    if (operator === undefined)
      throw new Error('BASE_URL needs OPERATOR, the bearer of an operator')
    project.provide('installation', { url, operator, origin: await findOrigin(url) })
    return () => undefined
  }
  if (bin === undefined) await buildStaleProgram()
  const emulator = await startEmulator(['--empty'], bin === undefined ? {} : { bin })
  const { plainUrl, settings } = emulator
  const printed = { url: plainUrl, operator: settings.OPERATOR ?? '' }
  project.provide('installation', { ...printed, origin: await findOrigin(plainUrl) })
  return () => emulator.stop()
}

/** The address in what it issues, which may differ from the one it is reached at. */
async function findOrigin(url: string): Promise<string> {
  const response = await fetch(`${url}/oauth2/.well-known/openid-configuration`)
  const { issuer } = (await response.json()) as { issuer: string }
  return new URL(issuer).origin
}
