import { describe, expect, test } from 'vitest'
import { boundaryOf, judgeForm, MOST_HEADER_BYTES, pictureTypeOf } from './rules.ts'

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
    expect([9, 10, 11].map((parts) => judgeForm(formOf(parts), 'x', 10))).toEqual([
      undefined,
      undefined,
      'many-parts',
    ])
  })

  const withHeaders = (headers: string) =>
    Buffer.from(`--x\r\n${headers}\r\n\r\n${'1'.repeat(10_000)}\r\n--x--\r\n${'e'.repeat(100)}`)

  test('the headers of a part have 4 KiB', () => {
    const most = MOST_HEADER_BYTES - 2
    const lengths = [0, most, most + 1].map((length) => withHeaders('h'.repeat(length)))
    expect(lengths.map((form) => judgeForm(form, 'x'))).toEqual([
      undefined,
      undefined,
      'long-headers',
    ])
  })

  test.each([
    ['20,000 parts', formOf(20_000), 'many-parts'],
    ['170,000 headers', withHeaders('a: b\r\n'.repeat(170_000)), 'long-headers'],
  ])('%s are refused in less than 5 ms', (_what, form, fault) => {
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now()
      expect(judgeForm(form, 'x')).toBe(fault)
      return performance.now() - start
    })
    expect(Math.min(...times)).toBeLessThan(5)
  })
})
