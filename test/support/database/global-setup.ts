import type { TestProject } from 'vitest/node'
import { buildStaleProgram } from '../../../scripts/package/program.ts'
import { jobQueues } from '../../../src/jobs.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { administer, databaseUrl, newDatabaseName } from './postgres.ts'

/** Migrations are paid for once per run; each test file then clones this template. So is the program. */
export default async function createTemplate(project: TestProject): Promise<() => Promise<void>> {
  await buildStaleProgram()
  const name = newDatabaseName()
  await administer(`create database ${name}`)
  await migrate(databaseUrl(name), jobQueues)
  project.provide('templateDatabase', name)
  return async () => void (await administer(`drop database ${name} with (force)`))
}
