import { RequestError } from '../../../../platform/errors.ts'

const invalid = (message: string) => new RequestError('invalid', 'BadRequest', message)

export const lifeTooLong = (longestDays: number) =>
  invalid(
    `A new API token can be valid for at most ${longestDays} days. Send an earlier expires_at, or omit it to get the default.`,
  )

export const defaultBeyondLongest = (defaultDays: number, longestDays: number) =>
  invalid(
    `default_days (${defaultDays}) must not exceed longest_days (${longestDays}). Send a smaller default_days, or omit it.`,
  )
