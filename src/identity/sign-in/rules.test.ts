import { expect, test } from 'vitest'
import { judgePassword, networksOf } from './rules.ts'

test.each([
  ['correct horse', 'correct horse', undefined],
  ['eleven-char', 'eleven-char', 'too-short'],
  ['☸'.repeat(12), '☸'.repeat(12), undefined],
  ['x'.repeat(257), 'x'.repeat(257), 'too-long'],
  ['correct horse', 'correct house', 'not-repeated'],
] as const)('%s, then %s: %s', (password, again, fault) => {
  expect(judgePassword(password, again)).toBe(fault)
})

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::FFFF:c000:207', '192.0.2.7', '192.0.2.0/24'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001::9', '2001:db8:1:0::/64', '2001:db8:1::/48'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
])('%s counts as %s and as %s', (address, near, far) => {
  expect(networksOf(address)).toEqual({ near, far })
})
