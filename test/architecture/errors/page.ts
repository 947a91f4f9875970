import { expect } from 'vitest'
import type { Answer } from '../../support/http/http.ts'

/** A refusal: when a caller meets it, and the request that shows it. */
export type RefusalOn<Stage> = Readonly<{
  when: string
  /** The arguments of the function in `errors.ts` that makes the message; `varies` with each run. */
  about?: readonly unknown[] | 'varies'
  provoke: (stage: Stage) => Promise<Answer>
}>

export type Row = Readonly<{
  status: number | string
  code: string
  when: string
  message: string
}>
export type Section = Readonly<{
  title: string
  text: readonly string[]
  /** The heading of the first column. */
  status?: string
  rows: readonly Row[]
}>

/** The exports of `errors.ts` modules, by name. */
export type Known = Readonly<Record<string, unknown>>

/** Sends each request; where `errors.ts` makes the message, it must be that message. */
export async function provokeAll<Stage>(
  stage: Stage,
  refusals: Readonly<Record<string, RefusalOn<Stage>>>,
  known: Known,
  readError: (answer: Answer) => Readonly<{ code: string; message: string }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, { when, about, provoke }] of Object.entries(refusals)) {
    const answer = await provoke(stage)
    expect([name, isRefusal(answer), answer.text]).toEqual([name, true, expect.any(String)])
    const { code, message } = readError(answer)
    const make = known[name]
    if (typeof make === 'function' && about !== 'varies') {
      expect.soft([name, message]).toEqual([name, make(...(about ?? [])).message])
    }
    rows.push({ status: answer.status, code, when, message: withoutIds(message) })
  }
  return rows
}

/** 503 too, where a limit of the node is the reason. */
const isRefusal = ({ status }: Answer) => (status >= 400 && status < 500) || status === 503

/** Random ids, times and ports would make another page of each run. */
const withoutIds = (message: string) =>
  message
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '019a8b6e-…')
    .replace(/~[0-9a-f]{12}\b/g, '~f6f1c2a11…')
    .replace(/The current time is \S+Z\./, 'The current time is 2026-11-15T00:00:00.000Z.')
    .replace(/\/oauth2\/confirm\/[\w-]+/, '/oauth2/confirm/…')
    .replace(/the code [A-Z]{4}-[A-Z]{4}/, 'the code BCDF-GHJK')
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'https://login.example.com')

export function toPage(sections: readonly Section[]): string {
  return [
    '# Errors',
    '',
    'This page lists the errors with a 4xx status and their messages. Names, ids and times in the messages are examples.',
    'A 500 is caused by a bug in Binnacle. A 503 means that the database or a trusted issuer is unavailable, or that too many requests',
    'are waiting. Try again after the number of seconds in `Retry-After`.',
    '',
    'Every response has the header `x-ms-correlation-request-id`. Include its value when you ask for help.',
    '',
    ...sections.flatMap(toLines),
    'A test causes each of these errors over HTTP and compares the responses with this page. To update the page, run',
    '`npx vitest run test/architecture/errors/errors.test.ts -u`.',
    '',
  ].join('\n')
}

const toLines = ({ title, text, status: heading = 'Status', rows }: Section) => [
  `## ${title}`,
  '',
  ...text,
  '',
  `| ${heading} | Code | When | Message |`,
  '|---|---|---|---|',
  ...rows
    .toSorted((one, other) => Number(one.status) - Number(other.status) || 0)
    .map(({ status, code, when, message }) => `| ${status} | \`${code}\` | ${when} | ${message} |`),
  '',
]
