/** Checks the types of server and portal side by side; what has not changed since the last check is not checked again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const PROJECTS = { server: 'tsconfig.json', portal: 'portal/tsconfig.json' }
/** The compiler in Go takes half the processor time; tools that need the API of the other one have version 6. */
const TSC = 'node_modules/typescript-7/bin/tsc'
const KEPT_IN = 'node_modules/.cache/types'

const codes = await Promise.all(
  Object.entries(PROJECTS).map(async ([name, project]) => {
    const kept = ['--incremental', '--tsBuildInfoFile', `${KEPT_IN}/${name}.tsbuildinfo`]
    const child = spawn(TSC, ['-p', project, ...kept], { stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }),
)
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
