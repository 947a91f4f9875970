import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/settings.ts'

const FOLDER = 'deploy/kubernetes'
const SAMPLE = 'secret.sample.yaml'
const read = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8')
const files = globSync(`${FOLDER}/*.yaml`)
  .map((path) => basename(path))
  .filter((file) => file !== 'kustomization.yaml')
  .sort()

type Labels = Record<string, string>
type Volume = {
  name: string
  secret?: { secretName: string; defaultMode: number; items: { key: string }[] }
}
type Container = {
  image: string
  args: string[]
  env: { name: string; valueFrom: { secretKeyRef: { name: string; key: string } } }[]
  ports?: { name: string }[]
  volumeMounts: { name: string; mountPath: string }[]
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
}
type Pod = { containers: [Container]; volumes: Volume[]; securityContext: object }
type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Labels
  stringData?: Labels
  spec: {
    template: { metadata: { labels: Labels }; spec: Pod }
    selector: Labels & { matchLabels: Labels }
    podSelector: { matchLabels?: Labels }
    ingress?: { ports: { port: string }[] }[]
  }
}

const manifests = files.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
)
const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
const workloads = [...ofKind('Job'), ...ofKind('Deployment')]
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`
const labelsOf = ({ spec }: Manifest) => spec.template.metadata.labels
const podOf = ({ spec }: Manifest) => spec.template.spec
const matches = (labels: Labels, selector: Labels) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value)

test('the kustomization lists every manifest but the sample of the secret', () => {
  const { resources } = parse(read('kustomization.yaml')) as { resources: string[] }
  expect([...resources, SAMPLE].sort()).toEqual(files)
  expect(manifests.length).toBeGreaterThan(10)
})

/** The errors of the compiler if the objects were written in TypeScript, each with the published type of its kind. */
function checkTypes(objects: readonly Manifest[]): string[] {
  const lines = objects.flatMap((object, n) => [
    `import type { I${object.kind} as Kind${n} } from 'kubernetes-models/${object.apiVersion}'`,
    `export const manifest${n}: Kind${n} = ${JSON.stringify(object)}`,
  ])
  const file = resolve('test/deploy/manifests.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => path === file || fileExists(path)
  host.getSourceFile = (path, target) =>
    path === file
      ? ts.createSourceFile(path, lines.join('\n'), target)
      : getSourceFile.call(host, path, target)
  const program = ts.createProgram([file], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('the published types', () => {
  test('accept every manifest', () => {
    expect(checkTypes(manifests)).toEqual([])
  })

  test.each([
    [
      'a misspelt property',
      { redinessProbe: {} },
      "redinessProbe\"' does not exist in type 'IContainer'",
    ],
    ['a wrong value', { args: 'serve' }, "'string' is not assignable to type 'string[]'"],
  ])('find %s', (_what, change, message) => {
    const wrong = structuredClone(ofKind('Deployment')[0] as Manifest)
    Object.assign(podOf(wrong).containers[0], change)
    expect(checkTypes([wrong]).join('\n')).toContain(message)
  })

  test.each(manifests.map((manifest) => [nameOf(manifest), manifest] as const))(
    'validate %s',
    async (_name, manifest) => {
      const { apiVersion, kind } = manifest
      const path = ['kubernetes-models', apiVersion, kind].join('/')
      const models = await import(path)
      expect(() => new models[kind](manifest).validate()).not.toThrow()
    },
  )
})

test.each(workloads.map((workload) => [nameOf(workload), workload] as const))(
  '%s runs the image without privileges',
  (_name, workload) => {
    const { containers, securityContext } = podOf(workload)
    const [container] = containers
    expect(container.image).toBe('binnacle')
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 10001,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: { limits: { memory: expect.any(String) } },
    })
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toContain('/tmp')
  },
)

test('what a workload refers to exists', () => {
  const [secret] = ofKind('Secret')
  const keys = Object.keys(secret?.stringData ?? {})
  for (const workload of workloads) {
    const { containers, volumes } = podOf(workload)
    const [{ env, ports = [], volumeMounts, ...container }] = containers
    expect(keys).toEqual(
      expect.arrayContaining(env.map(({ valueFrom }) => valueFrom.secretKeyRef.key)),
    )
    expect(volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name))
    const probes = Object.entries(container).filter(([name]) => name.endsWith('Probe'))
    expect(probes.length, nameOf(workload)).toBe(
      { migrate: 0, serve: 3, work: 2 }[container.args[0] ?? ''],
    )
    for (const [, { httpGet }] of probes as [string, Container['livenessProbe']][]) {
      expect(ports.map(({ name }) => name)).toContain(httpGet?.port)
    }
  }
})

test('everybody but the group of the process is kept from the key', () => {
  const secrets = ofKind('Deployment').flatMap((deployment) =>
    podOf(deployment).volumes.flatMap(({ secret }) => secret ?? []),
  )
  expect(secrets).toHaveLength(2)
  for (const { defaultMode } of secrets) expect(defaultMode).toBe(0o440)
  for (const deployment of ofKind('Deployment')) {
    expect(podOf(deployment).securityContext).toMatchObject({ fsGroup: 10001 })
  }
})

test('services, budgets and policies select pods that exist', () => {
  const selectors = [
    ...ofKind('Service').map(({ spec }) => spec.selector as Labels),
    ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels ?? {}),
  ]
  expect(selectors).toHaveLength(7)
  for (const selector of selectors) {
    expect(workloads.some((workload) => matches(labelsOf(workload), selector))).toBe(true)
  }
  for (const deployment of ofKind('Deployment')) {
    expect(matches(labelsOf(deployment), deployment.spec.selector.matchLabels)).toBe(true)
  }
})

test('the settings are valid', () => {
  const [settings] = ofKind('ConfigMap')
  const config = readConfig({ ...settings?.data, DATABASE_URL: 'postgres://a@b/c' })
  expect(config).toMatchObject({ runJobs: false, drainMs: 10_000, metricsHost: '0.0.0.0' })
})
