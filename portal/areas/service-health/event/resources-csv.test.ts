import { expect, test } from 'vitest'
import { findAddress } from './link-address.ts'
import { toCsv } from './resources-csv.ts'

const resource = (targetResourceId: string, info: { key: string; value: string }[] = []) => ({
  ...{ id: 'i', name: 'n', type: 't' },
  properties: { targetResourceId, targetResourceType: 'T/vm', targetRegion: 'West US', info },
})

test('a file of resources has a line for each, with quotes where they are needed', () => {
  const info = [
    { key: 'zone', value: '1, 2' },
    { key: 'note', value: 'says "x"' },
  ]
  expect(toCsv([resource('/a/vm-1', info), resource('/a/vm-2')])).toBe(
    'Resource,Type,Region,Details\r\n/a/vm-1,T/vm,West US,"zone: 1, 2; note: says ""x"""\r\n/a/vm-2,T/vm,West US,\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@x'])('%s does not become a formula', (id) => {
  expect(toCsv([resource(id)])).toContain(`\r\n'${id},`)
})

test.each([
  [{ blade: 'x', url: 'https://b.example/y' }, 'https://b.example/y'],
  [{ url: 'javascript:alert(1)' }, undefined],
  [{ url: 'data:text/html,x', n: 1 }, undefined],
  [undefined, undefined],
])('of the parameters %j the address is %s', (parameters, address) => {
  expect(findAddress(parameters)).toBe(address)
})
