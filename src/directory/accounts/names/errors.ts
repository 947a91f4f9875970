import { RequestError } from '../../../platform/errors.ts'

const invalid = (message: string) => new RequestError('invalid', 'BadRequest', message)
const conflict = (message: string) => new RequestError('conflict', 'Conflict', message)
const notThere = (message: string) => new RequestError('not-found', 'NotFound', message)

export const invalidName = (name: string) =>
  invalid(
    `${name} is not a valid name. Use 1 to 100 letters, digits, hyphens, underscores or dots. A name must not start with a hyphen or consist of dots only.`,
  )

export const noNameFound = () =>
  invalid(
    'name is missing, and it cannot be derived from display_name. Send a name that contains only letters, digits, hyphens, underscores and dots.',
  )

export const blankDisplayName = () =>
  invalid('display_name contains only white space. Send at least one visible character.')

export const nameTaken = (name: string) =>
  conflict(`The name ${name} is already in use. Choose another name.`)

export const nameFreedLately = (name: string, until: Date) =>
  conflict(
    `The name ${name} is reserved for its previous owner until ${until.toISOString().slice(0, 10)}. Choose another name, or ask an operator to release it.`,
  )

export const keptNamesLimitReached = (limit: number) =>
  conflict(
    `This organization already has ${limit} reserved former names, which is the limit. Use one of them again, wait until a reservation expires, or ask an operator to release one.`,
  )

export const noFreedName = (name: string) =>
  notThere(`The name ${name} is not reserved. It is in use, or already available.`)
