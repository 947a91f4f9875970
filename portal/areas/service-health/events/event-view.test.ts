import { describe, expect, test } from 'vitest'
import { readEventView, toApiCall, toCommand, toFilter } from './event-view.ts'

describe('the view in the address', () => {
  test('takes over what is known, and text that looks like a number', () => {
    const known = { type: 'ServiceIssue', status: 'Active', level: 'Warning', days: 7 }
    expect(readEventView({ ...known, service: 12, region: 'West US', sort: '-began' })).toEqual({
      ...known,
      service: '12',
      region: 'West US',
      sort: '-began',
    })
  })

  test('leaves out what is not', () => {
    expect(readEventView({ type: 'x', status: 1, level: 'high', days: 5, region: '' })).toEqual({})
  })
})

describe('the filter', () => {
  test.each([
    [{}, undefined],
    [{ type: 'ServiceIssue' }, "eventType eq 'ServiceIssue'"],
    [
      { status: 'Active', level: 'Critical', service: "People's", region: 'West US' },
      "status eq 'Active' and eventLevel eq 'Critical' and service eq 'People''s' and region eq 'West US'",
    ],
  ] as const)('of %j is %s', (view, filter) => {
    expect(toFilter(view)).toBe(filter)
  })
})

describe('for a shell', () => {
  const asked = { subscriptionId: 'sub-a', since: '2026-11-01T00:00:00Z' }
  const api = { managementUrl: 'https://b.example', vendor: 'Contoso', version: '2025-05-01' }

  test('an API call is one address in quotes that nothing ends', () => {
    const call = toApiCall({ ...asked, filter: `service eq 'a''b' and region eq 'c d'` }, api)
    const [, address = ''] =
      /^curl -H 'Authorization: Bearer <ACCESS_TOKEN>' '([^']+)'$/.exec(call) ?? []
    const { pathname, searchParams } = new URL(address)
    expect(pathname).toBe('/subscriptions/sub-a/providers/Contoso.ResourceHealth/events')
    expect(Object.fromEntries(searchParams)).toEqual({
      'api-version': '2025-05-01',
      queryStartTime: asked.since,
      $filter: `service eq 'a''b' and region eq 'c d'`,
    })
  })

  test('a command quotes the filter, and has none where there is none', () => {
    expect(toCommand({ ...asked, filter: "service eq '$(x)\"`'" })).toBe(
      'binnacle events list --subscription sub-a --since 2026-11-01T00:00:00Z --filter "service eq \'\\$(x)\\"\\`\'"',
    )
    expect(toCommand({ ...asked, filter: undefined })).not.toContain('--filter')
  })
})
