import { Type } from 'typebox'

/** The code of the refusal, which published clients do not know. */
export const SECOND_FACTOR_REQUIRED = 'SecondFactorRequired'

/** In the error body of `SecondFactorRequired`, if the second factor can be given for the session of the call. */
export const confirmationFields = {
  confirm_url: Type.Optional(
    Type.String({
      format: 'uri',
      description:
        'With `SecondFactorRequired`: the page where the person confirms the operation with a second factor. It is valid for 10 minutes. `GET {confirm_url}/status` returns `pending`, `confirmed` or `expired`.',
    }),
  ),
  confirm_code: Type.Optional(
    Type.String({
      description: 'The code that the page shows. Show it to the person, who compares the two.',
    }),
  ),
}

type Offered = Readonly<{ url: string; code: string }>

export const toConfirmationFields = (confirmation: Offered | undefined) =>
  confirmation ? { confirm_url: confirmation.url, confirm_code: confirmation.code } : {}
