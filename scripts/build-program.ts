import { buildStaleProgram } from './package/program.ts'

await buildStaleProgram()
