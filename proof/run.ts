/** npm run proof -- NAME: the short form; the gate runs seven of them. With --long: the size that the issue behind it states. */
import { parseArgs } from 'node:util'
import { buildStaleProgram } from '../scripts/package/program.ts'
import { PROOFS } from './proofs.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false } },
})
const name = positionals[0] as keyof typeof PROOFS
if (!(name in PROOFS)) throw new Error(`Name a proof: ${Object.keys(PROOFS).join(', ')}`)

await buildStaleProgram()
const startedAt = performance.now()
const holds = await PROOFS[name](values.long).catch((error: unknown) => {
  console.error(error)
  return false
})
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(`${holds ? 'PASS' : 'FAIL'} ${name} (${seconds} s)`)
// A proof that failed may leave what would keep the process.
process.exit(holds ? 0 : 1)
