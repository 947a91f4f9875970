import { reasonOf } from '../../platform/errors.ts'
import { BUILD } from '../../platform/metrics/build-info.ts'
import { systemRealTime } from '../../platform/time.ts'
import { type Config, readConfig } from '../../settings.ts'
import { checkAddresses } from './addresses.ts'
import { checkDatabase, checkReplicas } from './database.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { checkJobs } from './jobs.ts'
import { checkCertificate, checkKeys } from './keys.ts'
import { checkMail } from './mail.ts'
import { checkProxy } from './proxy.ts'

const MARKS: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  warning: 'warning',
  problem: 'PROBLEM',
}

/** Looks at what an installation depends on, changes nothing, and says what to do. */
export async function runDoctor(env: NodeJS.ProcessEnv): Promise<void> {
  let count = 0
  for (const { state, topic, text } of await examine(env)) {
    console.log(`${MARKS[state]}  ${topic}: ${text}`)
    if (state === 'problem') count++
  }
  if (count > 0) throw new Error(`${count} ${count === 1 ? 'problem' : 'problems'} found.`)
}

async function examine(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const version = ok('version', `Binnacle ${BUILD.version}, Node.js ${BUILD.node}`)
  const config = tryConfig(env)
  if ('state' in config) return [version, config]
  return [
    version,
    ok('settings', 'are valid'),
    ...(config.hasOutgoing
      ? []
      : [warning('OUTGOING', 'is off: providers are not called, and no traces are sent')]),
    ...(await checkDatabase(config, async (db) => [
      ...(await checkJobs(config, db)),
      ...(await checkKeys(config, db)),
      ...(await checkAddresses(db)),
    ])),
    ...(await checkReplicas(config)),
    ...checkCertificate(config, systemRealTime()),
    ...(await checkProxy(config)),
    await checkMail(config),
  ]
}

function tryConfig(env: NodeJS.ProcessEnv): Config | Finding {
  try {
    return readConfig(env)
  } catch (error) {
    return problem('settings', reasonOf(error))
  }
}
