import { PROOFS } from '../../proof/proofs.ts'
import type { Part } from './run-parts.ts'

const npm = (...args: string[]) => ['npm', 'run', '-s', ...args]

/** A part that takes longer has failed. */
const MINUTES = 10
/** Proofs that take longer than others, at the size that was promised. */
const PROOF_MINUTES: Readonly<Record<string, number>> = {
  alerts: 60,
  crash: 20,
  'database-faults': 45,
  'database-silence': 20,
  delivery: 40,
  'expired-rows': 20,
  failover: 20,
  fuzz: 60,
  live: 40,
  soak: 40,
  strangers: 20,
}

const COMMANDS: Readonly<Record<string, string[]>> = {
  tests: ['npx', 'vitest', 'run', 'privacy', 'service-health/filters', '--reporter=dot'],
  'deploy-check': npm('deploy-check'),
  package: npm('check:package'),
  measure: npm('measure'),
  appcenter: npm('conformance', '--', 'appcenter'),
  resourcehealth: npm('conformance', '--', 'resourcehealth'),
  quota: npm('conformance', '--', 'quota'),
  monitor: npm('conformance', '--', 'monitor'),
}

/** Commands that take longer than others. */
const COMMAND_MINUTES: Readonly<Record<string, number>> = { 'deploy-check': 25 }

/** Each may run twice (`bench/figures/check.ts`). */
const BENCH_MINUTES: Readonly<Record<string, number>> = {
  tokens: 25,
  events: 25,
  quota: 35,
  lists: 35,
  growth: 50,
}

export const PARTS: Readonly<Record<string, Part>> = {
  ...Object.fromEntries(
    Object.entries(COMMANDS).map(([name, command]) => [
      name,
      { command, minutes: COMMAND_MINUTES[name] ?? MINUTES },
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(PROOFS).map((name) => [
      `proof-${name}`,
      { command: npm('proof', '--', name, '--long'), minutes: PROOF_MINUTES[name] ?? MINUTES },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(BENCH_MINUTES).map(([name, minutes]) => [
      `bench-${name}`,
      { command: npm('bench', '--', name, '--check'), minutes },
    ]),
  ),
}
