import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export type Running = Readonly<{ url: string; stop: () => Promise<void> }>

const ROOT = new URL('..', import.meta.url).pathname

/** The real server with everything on; its log goes to a file, as it would in production. */
export async function startServer(
  databaseUrl: string,
  port: number,
  folder: string,
  env: Record<string, string> = {},
): Promise<Running> {
  const log = openSync(join(folder, `serve-${port}.log`), 'w')
  const child = spawn(process.execPath, [join(ROOT, 'bin/binnacle.ts'), 'serve'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      METRICS_PORT: '0',
      DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', log, 'inherit'],
  })
  closeSync(log)
  return whenReady(child, `http://127.0.0.1:${port}`, '/readyz')
}

export async function startBare(databaseUrl: string, port: number): Promise<Running> {
  const args = [join(ROOT, 'bench/bare.ts'), databaseUrl, String(port)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return whenReady(child, `http://127.0.0.1:${port}`, '/static')
}

async function whenReady(child: ChildProcess, url: string, path: string): Promise<Running> {
  const gone = new Promise<never>((_resolve, reject) =>
    child.once('exit', (code) => reject(new Error(`${url} ended at once with ${code}`))),
  )
  await Promise.race([gone, answers(url + path)])
  gone.catch(() => undefined)
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await delay(100)
  }
  throw new Error(`${url} did not answer within 10 s`)
}
