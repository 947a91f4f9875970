import { resolve } from 'node:path'

/** As it is installed. Whoever runs tests builds it before. */
export const PROGRAM = resolve(import.meta.dirname, '../../../dist/bin/binnacle.js')
