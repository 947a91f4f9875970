import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from './instance.ts'

/** What happens to a database. It is over when `end` is. */
export type Fault = Readonly<{
  begin: (instance: Instance) => Promise<void> | void
  end: (instance: Instance) => Promise<void> | void
}>

const FILLER = Buffer.alloc(1024 * 1024)
const fillerOf = ({ folder }: Instance) => join(folder, 'filler')

export const FAULTS = {
  restart: {
    begin: (instance) => instance.end('SIGINT'),
    end: (instance) => instance.start(),
  },
  'kill -9': {
    begin: (instance) => instance.end('SIGKILL'),
    end: (instance) => instance.start(),
  },
  SIGSTOP: {
    begin: (instance) => instance.signalAll('SIGSTOP'),
    end: (instance) => instance.signalAll('SIGCONT'),
  },
  'read-only': {
    begin: (instance) => instance.configure('default_transaction_read_only = on'),
    end: (instance) => instance.configure(),
  },
  'refused sign-in': {
    async begin(instance) {
      await instance.admitRole(false)
      await instance.disconnectRole()
    },
    end: (instance) => instance.admitRole(true),
  },
  'connection limit': {
    async begin(instance) {
      await instance.limitConnections(1)
      await instance.disconnectRole()
    },
    end: (instance) => instance.limitConnections(undefined),
  },
  /** Only where the instance has a small disk of its own. */
  'full disk': {
    begin(instance) {
      try {
        for (;;) appendFileSync(fillerOf(instance), FILLER)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    async end(instance) {
      rmSync(fillerOf(instance))
      await instance.revive()
    },
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS
