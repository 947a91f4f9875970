import { readFileSync } from 'node:fs'

// Prints the failed tests of one vitest json report; the gate says them again as its last words.
type Report = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const MOST_LINES = 25

function tell(file: string, what: string, why: string): void {
  const lines = why.split('\n').slice(0, MOST_LINES)
  console.log(`${file}\n  ${what}\n    ${lines.join('\n    ')}`)
}

const [path] = process.argv.slice(2)
if (path === undefined) {
  throw new Error('Name the report: node scripts/tell-failures.ts <report.json>')
}
const report: Report = JSON.parse(readFileSync(path, 'utf8'))
for (const file of report.testResults) {
  for (const test of file.assertionResults) {
    if (test.status !== 'passed') {
      tell(file.name, `${test.status}: ${test.fullName}`, test.failureMessages.join('\n'))
    }
  }
  if (file.status === 'failed' && file.message !== '') {
    tell(file.name, 'the file itself', file.message)
  }
}
