/** Which parts of the nightly run have a record that is older than the code they prove. */
import { readFileSync } from 'node:fs'
import { listOlder } from './older.ts'
import { PARTS } from './parts.ts'
import { RECORD } from './record.ts'

const older = listOlder(PARTS, readFileSync(RECORD, 'utf8'))
console.log(`${Object.keys(PARTS).length - older.length} parts are as new as their code. Older:`)
for (const line of older) console.log(`  ${line}`)
