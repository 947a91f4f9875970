import { expect, test } from 'vitest'
import { pictureTypeOf } from './rules.ts'

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
