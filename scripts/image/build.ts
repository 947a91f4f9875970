/**
 * npm run image -- --context DIR   prepares the folder that deploy/Containerfile is built from
 */
import { parseArgs } from 'node:util'
import { prepareContext } from './context.ts'

const { context } = parseArgs({ options: { context: { type: 'string' } } }).values
if (context === undefined) throw new Error('Usage: npm run image -- --context DIR')
prepareContext(context)
console.log(`Build an image with one of:
  buildah build -f deploy/Containerfile --target binnacle --format docker -t binnacle ${context}
  docker build -f deploy/Containerfile --target binnacle -t binnacle ${context}
For \`binnacle dev\` with the bundled PostgreSQL, use --target dev.`)
