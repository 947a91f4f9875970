import { Type } from 'typebox'

/** The property that says which of several forms an object has. */
export const kind = <const Kind extends string>(name: Kind) =>
  Type.Unsafe<Kind>({ type: 'string', const: name })
