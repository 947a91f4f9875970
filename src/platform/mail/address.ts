import { foldCase } from '../fold-case.ts'

/**
 * Printable ASCII: beyond it, two spellings can be one mailbox, and lower case depends on who computes it.
 * A domain with other letters is written in its ASCII form, as in `xn--bcher-kva.example`.
 */
const EMAIL = /^[!-?A-~]{1,64}@[!-?A-~]{1,189}$/

/**
 * Narrower than RFC 5321: no quotes, no address literals. What is left cannot end a header or a
 * command, and is one recipient.
 */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,187}[a-z\d])?$/i

/** RFC 2606: a name in this domain leads nowhere. */
const NOWHERE = /\.invalid$/i

/** Whether a person can have it as theirs. */
export const isEmail = (text: string): boolean => EMAIL.test(text)

/** Accounts from before addresses were limited to ASCII may have others. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

/** By which addresses are compared, everywhere. */
export const toEmailKey = (email: string): string => foldCase(email)

/** By which mails to an address are counted: many servers deliver `name+anything` to `name`. */
export const toCounted = (address: string): string =>
  toEmailKey(address).replace(/^([^@+]+)\+[^@]*/, '$1')

export const isAddress = (text: string): boolean => ADDRESS.test(text) && !NOWHERE.test(text)
