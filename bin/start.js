// Not TypeScript, or Node would load its compiler for this file: of the others it keeps what it has compiled.
import module from 'node:module'

module.enableCompileCache()
await import('./binnacle.ts')
