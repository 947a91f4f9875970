import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/settings.ts'

const closed = { additionalProperties: false }
const optional = Type.Optional
const texts = Type.Array(Type.String())
const names = (values: TSchema) => Type.Record(Type.String(), values)

const Healthcheck = Type.Object(
  {
    test: optional(texts),
    interval: optional(Type.String()),
    timeout: optional(Type.String()),
    start_period: optional(Type.String()),
    retries: optional(Type.Integer()),
    disable: optional(Type.Boolean()),
  },
  closed,
)
const Secret = Type.Object(
  {
    source: Type.String(),
    target: Type.String(),
    uid: Type.String(),
    gid: Type.String(),
    mode: Type.Integer(),
  },
  closed,
)
const CONDITIONS = ['service_started', 'service_healthy', 'service_completed_successfully'] as const
const DependsOn = Type.Object({ condition: Type.Enum([...CONDITIONS]) }, closed)
const Address = Type.Object({ ipv4_address: Type.String() }, closed)
const Service = Type.Object(
  {
    image: Type.String(),
    command: optional(texts),
    restart: Type.Enum(['no', 'unless-stopped']),
    read_only: optional(Type.Boolean()),
    tmpfs: optional(texts),
    cap_drop: optional(texts),
    cap_add: optional(texts),
    security_opt: optional(texts),
    secrets: optional(Type.Array(Secret)),
    stop_grace_period: optional(Type.String()),
    shm_size: optional(Type.String()),
    depends_on: optional(names(DependsOn)),
    environment: optional(Type.Record(Type.String(), Type.String())),
    healthcheck: optional(Healthcheck),
    ports: optional(texts),
    volumes: optional(texts),
    networks: Type.Union([texts, names(Address)]),
  },
  closed,
)
type Service = Static<typeof Service>

/** The parts of the Compose specification that the file uses. */
const Compose = Type.Object(
  {
    name: Type.String(),
    'x-binnacle': Type.Unknown(),
    'x-settings': Type.Unknown(),
    services: names(Service),
    networks: names(
      Type.Object(
        {
          ipam: Type.Object({ config: Type.Array(Type.Object({ subnet: Type.String() })) }, closed),
        },
        closed,
      ),
    ),
    volumes: names(Type.Null()),
    secrets: names(Type.Object({ file: Type.String() }, closed)),
  },
  closed,
)

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

test('the file has the structure of the Compose specification', () => {
  expect(Errors(Compose, parsed)[1]).toEqual([])
  const wrong = { ...parsed, services: { serve: { ...services.serve1, readonly: true } } }
  expect(Check(Compose, wrong)).toBe(false)
})

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
