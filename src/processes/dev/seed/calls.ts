import type { OwnRequest } from '../../../emulator/seed/routes.ts'
import type { Purpose } from '../../../identity/bearer/issuer.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { ProductClock } from '../../../platform/time.ts'
import type { Config } from '../../../settings.ts'

/** The emulator that gets the data. */
export type SeedDeps = Readonly<{
  db: Db
  /** A request to its own server, without a connection. */
  request: (sent: OwnRequest) => Promise<Readonly<{ status: number; text: string }>>
  config: Pick<Config, 'caps' | 'vendorNamespace'>
  /** What lets data be created without a browser. */
  makeBearer: (accountId: string, part: Purpose) => Promise<string>
  operatorId: string
  productTime: ProductClock
  /** Runs requests at another time of the emulator's clock. */
  runAt: <T>(time: Date | undefined, run: () => Promise<T>) => Promise<T>
}>

export type Send = <T>(method: string, path: string, body?: object) => Promise<T>

export async function openSender(
  { request, makeBearer }: SeedDeps,
  accountId: string,
  part: Purpose,
): Promise<Send> {
  const headers = { authorization: `Bearer ${await makeBearer(accountId, part)}` }
  return async (method, path, body) => {
    const { status, text } = await request({ method, path, headers, body })
    if (status >= 300) throw new RefusedCall(method, path, status, text)
    return text === '' ? undefined : JSON.parse(text)
  }
}

export class RefusedCall extends Error {
  readonly code: string | undefined
  constructor(method: string, path: string, status: number, text: string) {
    super(`${method} ${path} responded with ${status}: ${text}`)
    this.code = /"code":"(\w+)"/.exec(text)?.[1]
  }
}
