import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The system's: Debian packages the clients for no other. */
const PYTHON = '/usr/bin/python3'
const MAX_MS = 170_000

/** The lines that a script of this folder prints, which reads from stdin what it is given. */
export async function runScript(name: string, given: object, certFile: string): Promise<string[]> {
  const script = new URL(name, import.meta.url).pathname
  // Without a folder of compiled modules in the sources.
  const env = { ...process.env, REQUESTS_CA_BUNDLE: certFile, PYTHONDONTWRITEBYTECODE: '1' }
  const running = promisify(execFile)(PYTHON, [script], { env, timeout: MAX_MS })
  running.child.stdin?.end(JSON.stringify(given))
  const { stdout } = await running
  console.log(stdout.trim())
  return stdout.trim().split('\n')
}
