import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'

const fields = {
  issuer: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'The issuer, exactly as in `TRUSTED_ISSUERS`.',
  }),
  subject: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The id of the person at the issuer: the claim `sub`, or the `personClaim`.',
  }),
}

export type Identity = Static<typeof Identity>
export const Identity = named('Identity', Type.Object(fields))

export const IdentityList = named('IdentityList', Type.Object({ value: Type.Array(ref(Identity)) }))

export const IdentityQuery = Type.Object(fields)
