import { readFileSync } from 'node:fs'

// Prints the failed tests of one vitest json report, or with --files the files they stand in.
type Report = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

const MOST_LINES = 25

function printFailure(file: string, what: string, why: string): void {
  const lines = why.split('\n').slice(0, MOST_LINES)
  console.log(`${file}\n  ${what}\n    ${lines.join('\n    ')}`)
}

const args = process.argv.slice(2)
const path = args.find((arg) => arg !== '--files')
if (path === undefined) {
  throw new Error(
    'Name the report: node scripts/test-reports/print-failures.ts [--files] <report.json>',
  )
}
const { testResults }: Report = JSON.parse(readFileSync(path, 'utf8'))

if (args.includes('--files')) {
  for (const { name, status } of testResults) if (status === 'failed') console.log(name)
} else {
  for (const file of testResults) {
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status !== 'passed') {
        printFailure(file.name, `${status}: ${fullName}`, failureMessages.join('\n'))
      }
    }
    if (file.status === 'failed' && file.message !== '') {
      printFailure(file.name, 'the file itself', file.message)
    }
  }
}
