/** What the page says above each of its tables. */
export const AREA_A = [
  'Responses with 401, 403, 411, and 404 with the code `Not Found` or `OperationNotServed` have the body',
  '`{message, statusCode, code}`. All others, including 404 with the code `NotFound`, have the body `{error: {code, message}}`. Each',
  'message ends with `Correlation ID: …`. With `SecondFactorRequired`, the body also has `confirm_url` and `confirm_code`.',
]
export const AREAS_B_AND_C = [
  'Both areas return the same codes for these errors, each with its own error body. The table shows the messages of area B. In the',
  'messages of area C, the supported values of `api-version` differ.',
]
export const AREA_B = ['The body is `{code, message, details}`.']
export const AREA_C = [
  'The body is `{error: {code, message, details}}`. A quota request that was accepted can still fail later, with a code from the next table.',
]
export const FAILURES = [
  'The status of a quota request that ended as `Failed` or `Invalid` contains one of these codes. The [quota guide](guides/quota.md)',
  'describes what to do in each case.',
]
export const OPERATORS = [
  'The body is `{error: {code, message, details}}`. For a missing or invalid access token and for a malformed request, the',
  'response is the same as in areas B and C. With `SecondFactorRequired`, `error` also has `confirm_url` and `confirm_code`.',
]
export const SIGN_IN = [
  'Endpoints for clients return `{error, error_description}`. Pages show the message with a heading; the column "Code" contains the',
  'heading. This table does not list the codes that RFC 6749, RFC 7636 and RFC 8628 define for malformed requests.',
]
export const STATUS_PAGE = ['The body is `{error: {code, message, details}}`.']

export const NOTIFICATIONS = [
  'The operations under `/notifications/v1` and those on action groups and alert rules, which also have the errors of every operation of',
  'areas B and C.',
]
