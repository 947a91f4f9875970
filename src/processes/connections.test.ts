import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MOST_CONNECTIONS } from './connections.ts'

const { serve, serveWithoutJobs, work } = MOST_CONNECTIONS
const guide = (name: string) =>
  readFileSync(`docs/guides/${name}.md`, 'utf8').replaceAll(/\s+/g, ' ')

test('the guides state the same numbers of connections', () => {
  expect(serve - serveWithoutJobs).toBe(5)
  expect(guide('operate')).toContain(`\`serve\` opens at most ${serve} connections`)
  expect(guide('operate')).toContain(`\`work\` opens at most ${work}:`)
  expect(guide('operate')).toContain(`whether ${serve} connections are free`)
  expect(guide('poolers')).toContain(`process opens at most ${serve} connections`)
  expect(guide('monitoring')).toContain(
    `each \`serve\` process needs ${serveWithoutJobs} connections, and 5 more if it runs jobs; each \`work\` process needs ${work}.`,
  )
  expect(guide('scale')).toContain(
    `at most ${serveWithoutJobs} connections to the primary and ten to each replica, so 70 processes need up to ${70 * serveWithoutJobs} connections`,
  )
  expect(guide('sizing')).toContain(`${2 * serve} (2 × ${serve}) | ${4 * serve} (4 × ${serve})`)
})
