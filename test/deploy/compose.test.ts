import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/settings.ts'

type Service = Readonly<{
  image: string
  command?: string[]
  tmpfs?: string[]
  secrets?: { source: string; uid: string; mode: number }[]
  depends_on?: object
  environment?: Record<string, string>
  healthcheck?: { test?: string[] }
  volumes?: string[]
  networks: unknown
}>

const text = readFileSync('deploy/compose.yaml', 'utf8')
/** As YAML 1.1, in which 0400 is an octal number and << merges. */
const parsed = parse(text, { version: '1.1' })
const { services, secrets, volumes } = parsed as {
  services: Record<string, Service>
  secrets: object
  volumes: object
}
const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('binnacle:'))
const addressOf = (name: string) =>
  String((services[name]?.networks as Networks | undefined)?.binnacle?.ipv4_address)
type Networks = Record<string, { ipv4_address: string }>

test('what a service refers to exists', () => {
  for (const [name, service] of Object.entries(services)) {
    expect(Object.keys(services), name).toEqual(
      expect.arrayContaining(Object.keys(service.depends_on ?? {})),
    )
    expect(Object.keys(secrets), name).toEqual(
      expect.arrayContaining((service.secrets ?? []).map(({ source }) => source)),
    )
    const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
    const files = mounted.filter((path) => path.startsWith('./') && path !== './tls')
    expect(
      files.filter((path) => !existsSync(join('deploy', path))),
      name,
    ).toEqual([])
    const named = mounted.filter((path) => !path.startsWith('.'))
    expect(Object.keys(volumes), name).toEqual(expect.arrayContaining(named))
  }
})

test('every process of Binnacle is confined, and only its user can read the key', () => {
  expect(ours.map(([, { command }]) => command?.join(' '))).toEqual([
    'migrate',
    'serve',
    'serve',
    'work',
  ])
  for (const [name, service] of ours) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(service.tmpfs?.[0], name).toMatch(/^\/tmp:/)
    for (const { mode, uid } of service.secrets ?? []) expect([mode, uid]).toEqual([0o400, '10001'])
  }
})

test('the settings are valid, and trust the proxy alone', () => {
  for (const [name, { environment = {} }] of ours) {
    const settings = Object.entries(environment).map(([setting, value]) => [
      setting,
      value.replace(/\$\{POSTGRES_PASSWORD[^}]*\}/, 'secret'),
    ])
    const config = readConfig(Object.fromEntries(settings))
    expect(config.databaseUrl, name).toBe('postgres://binnacle:secret@database/binnacle')
    if (name.startsWith('serve')) expect(config.trustProxy).toEqual([addressOf('proxy')])
  }
  expect(services.proxy?.environment?.SERVE_ADDRESSES).toBe(
    [addressOf('serve1'), addressOf('serve2')].map((address) => `${address}:3000`).join(' '),
  )
})

test('the health check of work is the command that the check of the image runs', () => {
  const [, command = '[]'] =
    /^HEALTHCHECK .*\n\s+CMD (.*)$/m.exec(readFileSync('deploy/Containerfile', 'utf8')) ?? []
  expect(services.work?.healthcheck?.test).toEqual(['CMD', ...JSON.parse(command), 'work'])
})
