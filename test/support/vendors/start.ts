import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { VendorName } from './vendors.ts'

type Registration = Readonly<{ redirectUri: string; secret: string; logoutUri: string }>

/** Starts the provider of a vendor as a process. */
export async function startVendor(
  name: VendorName,
  { redirectUri, secret, logoutUri }: Registration,
) {
  const script = `${import.meta.dirname}/provider.ts`
  const child = spawn(process.execPath, [script, name, redirectUri, secret, logoutUri], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the provider ended with ${code}`)))
  })
  ended.catch(() => undefined)
  const address = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve)
  })
  return { issuer: await Promise.race([address, ended]), stop: () => child.stdin.end() }
}
