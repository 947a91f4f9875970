/**
 * Fails unless a tag, package.json and the changelog name the same release, and package.json names the
 * repository that npm shows as its origin: node scripts/check-release.ts v0.2.0 owner/name
 */
import { readFileSync } from 'node:fs'
import { findReleaseProblems, type Manifest } from './release/problems.ts'

const [tag = '', repository = ''] = process.argv.slice(2)
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const problems = findReleaseProblems({ tag, repository, manifest, changelog })
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${tag} can be released`)
