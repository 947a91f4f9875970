import type { PROOFS } from '../../proof/proofs.ts'
import type { Part } from './run-parts.ts'

const npm = (...args: string[]) => ['npm', 'run', '-s', ...args]
const vitest = (...args: string[]) => ['npx', 'vitest', 'run', '--reporter=dot', ...args]
const bench = (name: string) => npm('bench', '--', name)

type ProofPart = Readonly<{ minutes?: number; proves: readonly string[] }>

/** Unless it says otherwise, a part that takes longer has failed. */
const MINUTES = 10
const DATABASE = ['src/platform/db', 'proof/database']
const CLUSTER = ['src/platform/db', 'deploy/cluster', 'proof/failover']

const PROOF_PARTS: Readonly<Record<keyof typeof PROOFS, ProofPart>> = {
  revocation: { proves: ['src/identity', 'proof/revocation'] },
  guesses: { proves: ['src/identity/sign-in', 'proof/guesses', 'proof/guesses.ts'] },
  strangers: {
    minutes: 20,
    proves: ['src/platform/http', 'proof/strangers', 'proof/strangers.ts'],
  },
  'database-silence': { minutes: 20, proves: DATABASE },
  'database-faults': { minutes: 45, proves: DATABASE },
  clocks: { proves: ['src/platform', 'src/identity/oauth', 'proof/clocks', 'proof/clocks.ts'] },
  alerts: {
    minutes: 60,
    proves: ['deploy/prometheus', 'src/platform/metrics', 'src/processes', 'proof/alerts'],
  },
  failover: { minutes: 20, proves: CLUSTER },
  nodes: { proves: CLUSTER },
  crash: { minutes: 20, proves: ['src/directory', 'src/platform/db', 'proof/crash.ts'] },
  'in-doubt': { proves: ['src/directory', ...DATABASE] },
  fuzz: { minutes: 60, proves: ['src', 'proof/fuzz'] },
  'log-trouble': { proves: ['src/platform/log-output.ts', 'proof/load'] },
  overload: { proves: ['src/platform/http', 'proof/load'] },
  soak: { minutes: 40, proves: ['src/platform', 'proof/soak'] },
  restore: { proves: ['docs/guides/backup.md', 'src/jobs.ts', 'proof/restore'] },
  rotate: { proves: ['src/platform/crypto', 'src/identity/oauth', 'proof/rotate'] },
  delivery: { minutes: 40, proves: ['src/management-api/notifications', 'proof/delivery'] },
  'quota-crash': { proves: ['src/areas/quota', 'proof/quota-crash', 'proof/quota-crash.ts'] },
  replicas: { proves: ['src/platform/db/replicas', 'proof/replicas'] },
  instances: { proves: ['src/emulator', 'src/processes/dev', 'proof/instances.ts'] },
  offboarding: {
    proves: ['src/identity', 'src/directory', 'docs/guides/offboarding.md', 'proof/offboarding'],
  },
}

/** What only the night runs: each with the files that it proves, tests aside. */
export const PARTS: Readonly<Record<string, Part>> = {
  tests: { command: vitest('--project', 'nightly'), minutes: 20, proves: ['src', 'cli', 'deploy'] },
  pages: {
    command: [
      ...['sh', '-c'],
      'npm run -s build && npx vitest run --reporter=dot --project e2e --project pages',
    ],
    minutes: 40,
    proves: ['portal', 'src/identity/sign-in'],
  },
  privacy: {
    command: vitest('--project', 'gate', 'privacy'),
    minutes: MINUTES,
    proves: ['src/areas/service-health'],
  },
  package: {
    // With LONG, which each part gets, the older versions of the clients too.
    command: npm('check:package', '--', '--long', 'appcenter', 'quota', 'emulator'),
    minutes: 20,
    proves: [
      ...['src/areas', 'src/processes', 'scripts/package', 'package-lock.json'],
      ...['appcenter', 'arm-quota', 'arm-reservations'].map((name) => `test/clients/${name}`),
    ],
  },
  measure: { command: npm('measure'), minutes: MINUTES, proves: ['portal'] },
  'deploy-check': {
    command: npm('deploy-check'),
    minutes: 25,
    proves: [
      'deploy',
      'package-lock.json',
      'bin',
      'scripts/image',
      'scripts/package',
      'scripts/deploy-check',
      'scripts/deploy-check.ts',
      'src/platform/metrics',
      'src/platform/http/server',
      'src/processes',
      // What az and the clients in Python call.
      'src/identity/oauth',
      'src/management-api',
      'src/areas/quota/extension',
      'src/areas/service-health/operations',
      'test/clients/az',
      'test/clients/python',
      'docs/guides/az.md',
      'proof/failover',
    ],
  },
  ...Object.fromEntries(
    Object.entries(PROOF_PARTS).map(([name, { minutes = MINUTES, proves }]) => [
      `proof-${name}`,
      { command: npm('proof', '--', name, '--long'), minutes, proves },
    ]),
  ),
  'bench-start': {
    command: ['node', 'bench/start/measure.ts'],
    minutes: MINUTES,
    proves: ['bin', 'src/processes', 'scripts/package', 'bench/start'],
  },
  'bench-cpu': { command: bench('cpu'), minutes: 20, proves: ['src', 'bench'] },
  'bench-tokens': { command: bench('tokens'), minutes: 15, proves: ['src/identity', 'bench'] },
  'bench-events': {
    command: bench('events'),
    minutes: 15,
    proves: ['src/areas/service-health', 'bench'],
  },
  'bench-quota': { command: bench('quota'), minutes: 20, proves: ['src/areas/quota', 'bench'] },
  'bench-access': {
    command: bench('access'),
    minutes: 15,
    proves: ['src/directory/subscriptions', 'src/identity/bearer', 'migrations', 'bench'],
  },
  'bench-growth': { command: bench('growth'), minutes: 30, proves: ['migrations', 'bench'] },
  // Each run goes on where the last one stopped.
  mutants: {
    command: npm('mutants'),
    minutes: 95,
    // Without the results, which it writes.
    proves: [
      'src',
      ...['faults', 'granting', 'reasons'].map((name) => `test/mutants/${name}.yaml`),
      'scripts/mutants',
      'scripts/mutants.ts',
    ],
  },
}
