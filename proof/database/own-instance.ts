import { tmpdir } from 'node:os'
import { jobQueues } from '../../src/jobs.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { type Instance, openInstance } from './instance.ts'

/** An installation whose PostgreSQL may be killed, stopped and filled. `parent`: where its data are. */
export async function withOwnInstance<T>(
  use: (installation: Installation, instance: Instance) => Promise<T>,
  parent = tmpdir(),
): Promise<T> {
  const instance = await openInstance(parent)
  try {
    await migrate(instance.url, jobQueues)
    return await withInstallation(
      (installation) => use(installation, instance),
      (withDatabase) => withDatabase(instance.url),
    )
  } finally {
    await instance.remove()
  }
}
