import { describe, expect, test } from 'vitest'
import { boundaryOf, hasMoreParts, MOST_PARTS, pictureTypeOf } from './rules.ts'

test.each([
  ['89504e470d0a1a0a0000000d', 'image/png'],
  ['ffd8ffe000104a4649460001', 'image/jpeg'],
  ['474946383961010001008000', 'image/gif'],
  ['524946461a000000574542505650', 'image/webp'],
  ['3c73766720786d6c6e733d22', undefined],
  ['3c21444f43545950452068746d', undefined],
  ['', undefined],
])('%s is %s', (hex, type) => {
  expect(pictureTypeOf(hex)).toBe(type)
})

describe('a form', () => {
  test.each([
    ['multipart/form-data; boundary=x', 'x'],
    ['multipart/form-data; charset=utf-8; Boundary="a b"; more=1', 'a b'],
    ['multipart/form-data; boundary=----formdata-undici-012345', '----formdata-undici-012345'],
    ['multipart/form-data', undefined],
    ['multipart/form-data; boundary=', undefined],
    ['multipart/form-data; boundary="a\\"b"', undefined],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, undefined],
  ])('%s has the boundary %s', (type, boundary) => {
    expect(boundaryOf(type)).toBe(boundary)
  })

  const formOf = (parts: number) =>
    Buffer.from(
      `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(parts)}--x--\r\n`,
    )

  test('parts are counted up to the first that is too many', () => {
    expect([9, 10, 11].map((parts) => hasMoreParts(formOf(parts), 'x', 10))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('20,000 parts are refused in less than 5 ms', () => {
    const form = formOf(20_000)
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now()
      expect(hasMoreParts(form, 'x', MOST_PARTS)).toBe(true)
      return performance.now() - start
    })
    expect(Math.min(...times)).toBeLessThan(5)
  })
})
