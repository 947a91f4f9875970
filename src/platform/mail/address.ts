/**
 * Narrower than RFC 5321: no quotes, no address literals. What is left cannot end a header or a
 * command, and is one recipient.
 */
const ADDRESS =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,187}[\p{L}\p{N}])?$/u

/** RFC 2606: a name in this domain leads nowhere. */
const NOWHERE = /\.invalid$/i

/** By which mails to an address are counted: many servers deliver `name+anything` to `name`. */
export const toCounted = (address: string): string =>
  address.toLowerCase().replace(/^([^@+]+)\+[^@]*/u, '$1')

export const isAddress = (text: string): boolean => ADDRESS.test(text) && !NOWHERE.test(text)
