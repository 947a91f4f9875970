import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../../src/processes/dev/free-port.ts'

/** As in the samples. */
export const HOST_NAME = 'binnacle.example.com'
/** The only address that counts as one of the operators' network. */
export const OPERATOR_ADDRESS = '127.0.0.7'

export type ProxyName = 'nginx' | 'caddy'
export type RunningProxy = Readonly<{
  name: ProxyName
  port: number
  plainPort: number
  ca: Buffer
}>

type Where = Readonly<{
  folder: string
  port: number
  plainPort: number
  upstreams: readonly string[]
}>
type Sample = Readonly<{
  file: string
  /** What is written otherwise than in the sample: addresses, ports and paths. */
  replaced: (where: Where) => Record<string, string>
  command: (config: string, where: Where) => string[]
  env: (where: Where) => Record<string, string>
}>

const SAMPLES: Readonly<Record<ProxyName, Sample>> = {
  nginx: {
    file: 'nginx.conf',
    replaced: ({ folder, port, plainPort, upstreams }) => ({
      '10.0.0.0/8': `${OPERATOR_ADDRESS}/32`,
      '10.0.0.11:3000': upstreams[0] ?? '',
      '10.0.0.12:3000': upstreams[1] ?? '',
      'listen 80;': `listen 127.0.0.1:${plainPort};`,
      'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
      '/run/nginx.pid': `${folder}/nginx.pid`,
      '/var/log/nginx/': `${folder}/`,
    }),
    command: (config, { folder }) => [
      'nginx',
      '-p',
      folder,
      '-c',
      config,
      '-e',
      `${folder}/error.log`,
      '-g',
      'daemon off;',
    ],
    env: () => ({}),
  },
  caddy: {
    file: 'Caddyfile',
    replaced: () => ({ 'admin off': 'admin off\n\tdefault_bind 127.0.0.1' }),
    command: (config) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', config],
    env: ({ folder, port, plainPort, upstreams }) => ({
      HTTP_PORT: String(plainPort),
      HTTPS_PORT: String(port),
      SERVE_ADDRESSES: upstreams.join(' '),
      OPERATOR_NETWORKS: `${OPERATOR_ADDRESS}/32`,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    }),
  },
}

/** Starts the proxy with its sample and a certificate of its own; it is stopped when `use` has ended. */
export async function withProxy<T>(
  name: ProxyName,
  upstreams: readonly string[],
  use: (proxy: RunningProxy) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `binnacle-${name}-`))
  chmodSync(folder, 0o755)
  const ports = { port: await findFreePort(), plainPort: await findFreePort() }
  const where = { folder, ...ports, upstreams }
  const config = writeConfig(SAMPLES[name], where)
  const [program = '', ...args] = SAMPLES[name].command(config, where)
  const child = spawn(program, args, {
    env: { ...process.env, ...SAMPLES[name].env(where) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed = `${printed}${chunk}`.slice(-5000)
  })
  try {
    await untilListening(child, where.port, () => printed)
    return await use({ name, ...ports, ca: readFileSync(join(folder, 'cert.pem')) })
  } finally {
    await stop(child)
    rmSync(folder, { recursive: true })
  }
}

function writeConfig({ file, replaced }: Sample, where: Where): string {
  const { folder } = where
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const names = `-subj /CN=${HOST_NAME} -addext subjectAltName=DNS:${HOST_NAME}`
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -keyout ${key} -out ${cert} ${names}`
  execFileSync('openssl', request.split(' '), { stdio: 'ignore' })
  const changes = {
    '/etc/binnacle/tls/cert.pem': cert,
    '/etc/binnacle/tls/key.pem': key,
    ...replaced(where),
  }
  let text = readFileSync(`deploy/proxies/${file}`, 'utf8')
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
    text = text.replaceAll(from, to)
  }
  mkdirSync(join(folder, 'config'))
  const config = join(folder, 'config', file)
  writeFileSync(config, text)
  return config
}

async function untilListening(child: ChildProcess, port: number, read: () => string) {
  while (!(await canConnect(port))) {
    if (child.exitCode !== null) throw new Error(`the proxy did not start:\n${read()}`)
    await delay(50)
  }
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Nothing listens yet.
    return false
  } finally {
    socket.destroy()
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
