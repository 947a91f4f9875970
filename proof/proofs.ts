import { proveAlerts } from './alerts/alerts.ts'
import { proveClocks } from './clocks.ts'
import { proveCrash } from './crash.ts'
import { chooseFaults, FIVE_FAULTS, proveDatabaseFaults } from './database/faults.ts'
import { ALL_WRITES, proveInDoubt, SOME_WRITES } from './database/in-doubt.ts'
import { proveDatabaseSilence } from './database/silence.ts'
import { ALL_POINTS, FOUR_POINTS } from './database/silent-points.ts'
import { FORTY, proveDelivery, THOUSAND } from './delivery/delivery.ts'
import { ELEVEN_FAULTS_EACH, ONE_FAULT_EACH, proveFailover } from './failover/failover.ts'
import { proveNodes } from './failover/nodes.ts'
import { proveFuzz } from './fuzz/fuzz.ts'
import { proveGuesses } from './guesses.ts'
import { proveInstances } from './instances.ts'
import { proveLogTrouble } from './load/log-trouble.ts'
import { proveOverload } from './load/overload.ts'
import { proveOffboarding } from './offboarding.ts'
import { proveQuotaCrash } from './quota-crash.ts'
import { proveReplicas, TEN_SECONDS, THREE_MINUTES } from './replicas/replicas.ts'
import { MINUTES, proveRestore, SECONDS } from './restore/restore.ts'
import { proveRevocation } from './revocation/revocation.ts'
import { ONCE, proveRotate, TWICE } from './rotate/rotate.ts'
import { FORTY_SECONDS, HALF_AN_HOUR, proveSoak } from './soak/soak.ts'
import { proveStrangers } from './strangers.ts'

/** Each has a short form, of which the gate runs seven, and a long one of the size that was promised. */
export const PROOFS = {
  revocation: (isLong: boolean) => proveRevocation(isLong ? 2000 : 28),
  guesses: (isLong: boolean) =>
    proveGuesses(
      isLong
        ? { neighbourly: 10_000, fresh: 10_000, signIns: 12 }
        : { neighbourly: 3000, fresh: 50, signIns: 4 },
    ),
  strangers: (isLong: boolean) =>
    proveStrangers(isLong ? { alone: 10, together: 30 } : { together: 4 }),
  'database-silence': (isLong: boolean) => proveDatabaseSilence(isLong ? ALL_POINTS : FOUR_POINTS),
  'database-faults': (isLong: boolean) =>
    proveDatabaseFaults(isLong ? chooseFaults(50, Date.now()) : FIVE_FAULTS),
  clocks: () => proveClocks(),
  alerts: (isLong: boolean) => proveAlerts(isLong),
  failover: (isLong: boolean) => proveFailover(isLong ? ELEVEN_FAULTS_EACH : ONE_FAULT_EACH),
  nodes: () => proveNodes(),
  crash: (isLong: boolean) => proveCrash(isLong ? 200 : 6),
  'in-doubt': (isLong: boolean) => proveInDoubt(isLong ? ALL_WRITES : SOME_WRITES),
  fuzz: (isLong: boolean) => proveFuzz(isLong ? 500_000 : 4500, isLong),
  'log-trouble': () => proveLogTrouble(),
  overload: (isLong: boolean) => proveOverload(isLong ? 20_000 : 4000),
  soak: (isLong: boolean) => proveSoak(isLong ? HALF_AN_HOUR : FORTY_SECONDS),
  restore: (isLong: boolean) => proveRestore(isLong ? MINUTES : SECONDS),
  rotate: (isLong: boolean) => proveRotate(isLong ? TWICE : ONCE),
  delivery: (isLong: boolean) => proveDelivery(isLong ? THOUSAND : FORTY),
  'quota-crash': (isLong: boolean) =>
    proveQuotaCrash(
      isLong ? { requests: 500, kills: 100, restarts: 5 } : { requests: 20, kills: 4, restarts: 1 },
    ),
  replicas: (isLong: boolean) => proveReplicas(isLong ? THREE_MINUTES : TEN_SECONDS),
  // The short form may run on a machine that is busy with other proofs.
  instances: (isLong: boolean) => proveInstances(isLong ? 1 : 4),
  offboarding: (isLong: boolean) =>
    isLong ? proveOffboarding(3, 6, { tries: 2000, onEnds: 1000 }) : proveOffboarding(1, 1),
} as const
