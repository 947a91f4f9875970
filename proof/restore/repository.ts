import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findPostgresBinaries } from '../../test/support/database/server-pair.ts'
import { IDENTITY, type Instance } from '../database/instance.ts'

const DEPLOY = new URL('../../deploy/backup/', import.meta.url)
const MAX_WAIT_MS = 120_000
const FOLDERS = ['', 'repo', 'lock', 'log', 'spool', 'copy', 'copy/data', 'dump']

export type Repository = Awaited<ReturnType<typeof openRepository>>

/** A repository of pgBackRest for an instance, with the files of `deploy/backup` and paths of its own. */
export async function openRepository(instance: Instance) {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-backup-'))
  const copy = join(folder, 'copy', 'data')
  for (const name of FOLDERS) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    if (IDENTITY.uid !== undefined) chownSync(join(folder, name), IDENTITY.uid, IDENTITY.gid)
  }
  const environment = {
    PATH: `${findPostgresBinaries()}:${process.env.PATH}`,
    PGBACKREST_CONFIG: new URL('pgbackrest.conf', DEPLOY).pathname,
    PGBACKREST_REPO1_PATH: join(folder, 'repo'),
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_LOG_PATH: join(folder, 'log'),
    PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
    PGBACKREST_PG1_PATH: join(instance.folder, 'data'),
    PGBACKREST_PG1_PORT: new URL(instance.url).port,
    PGBACKREST_PG1_SOCKET_PATH: instance.folder,
  }
  await instance.configure(
    `${readFileSync(new URL('postgresql.conf', DEPLOY), 'utf8')}\nunix_socket_directories = '${instance.folder}'`,
  )
  await instance.end('SIGINT')
  await instance.start(environment)

  return {
    copy,
    /** Runs a command of the guide as the user of the database server. */
    run(command: string, settings: Record<string, string> = {}): void {
      const { status, stdout, stderr } = spawnSync(
        'bash',
        ['--norc', '-euo', 'pipefail', '-c', command],
        {
          ...IDENTITY,
          cwd: join(folder, 'dump'),
          env: { ...environment, COPY: copy, ...settings },
          encoding: 'utf8',
          timeout: MAX_WAIT_MS,
        },
      )
      if (status !== 0) throw new Error(`${command}${stdout}${stderr}`)
      console.log(`ran: ${command.trim().split('\n').join('; ')}`)
    },
    /** Ends the current file of the log; resolves when it is in the repository. */
    async archived(): Promise<void> {
      const [ended] = JSON.parse(await instance.run(END_FILE)) as { name: string }[]
      await until(async () => {
        const [row] = JSON.parse(await instance.run(isArchived(ended?.name))) as { is: boolean }[]
        return row?.is === true
      })
    },
    /** Starts the copy; resolves when it has replayed the log and takes changes. */
    async promoted(restored: Instance): Promise<void> {
      // It gets the log from the repository.
      await restored.start(environment)
      await until(async () =>
        (await restored.run('select pg_is_in_recovery() as "isReplica"')).includes('false'),
      )
    },
    async remove() {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

const END_FILE = 'select pg_walfile_name(pg_switch_wal()) as name'
const isArchived = (name = '') =>
  `select last_archived_wal >= '${name}' as "is" from pg_stat_archiver`

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error('waited too long for the database')
    await delay(100)
  }
}
