import { RequestError } from '../platform/errors.ts'

export const controlKeyRequired = () =>
  new RequestError(
    'unauthenticated',
    'ControlKeyRequired',
    'The header x-binnacle-control-key is missing or wrong. `binnacle dev` prints the key as BINNACLE_CONTROL_KEY.',
  )

export const pageKeyRequired = () =>
  new RequestError(
    'unauthenticated',
    'ControlKeyRequired',
    'This page requires the control key. Open the address of the page that `binnacle dev` prints, which ends with ?key= and the key.',
  )

export const hostNotAllowed = () =>
  new RequestError(
    'forbidden',
    'HostNotAllowed',
    'The operations under /emulator/v1 accept only a loopback address or the host of PUBLIC_URL in the URL. Use one of the addresses that `binnacle dev` prints.',
  )

export const tooManyFaults = (most: number) =>
  new RequestError(
    'conflict',
    'TooManyFaults',
    `The emulator has ${most} faults, which is the limit. Remove one first.`,
  )

export const faultNotFound = (id: string) =>
  new RequestError(
    'not-found',
    'FaultNotFound',
    `There is no fault with the id ${id}. List the faults to see their ids.`,
  )

export const tooManyOutcomes = (most: number) =>
  new RequestError(
    'conflict',
    'TooManyQuotaOutcomes',
    `The emulator has ${most} outcomes of quota requests, which is the limit. Remove one first.`,
  )

export const outcomeNotFound = (id: string) =>
  new RequestError(
    'not-found',
    'QuotaOutcomeNotFound',
    `There is no outcome with the id ${id}. List the outcomes to see their ids.`,
  )

export const outcomeWaitsTwice = () =>
  new RequestError(
    'invalid',
    'InvalidQuotaOutcome',
    'afterSeconds and afterPolls cannot be combined. Send only one of them, or omit both to complete the request immediately.',
  )

export const assertionFailed = (count: number, atLeast: number, atMost: number) =>
  new RequestError(
    'conflict',
    'AssertionFailed',
    `${count} recorded requests match, but ${expectation(atLeast, atMost)}. List the requests to see what was sent.`,
  )

function expectation(atLeast: number, atMost: number): string {
  if (atLeast === atMost) return `exactly ${atLeast} were expected`
  if (atMost === Number.POSITIVE_INFINITY) return `at least ${atLeast} were expected`
  return atLeast === 0 ? `at most ${atMost} were expected` : `${atLeast} to ${atMost} were expected`
}

export const snapshotExists = (name: string) =>
  new RequestError(
    'conflict',
    'SnapshotExists',
    `There is already a snapshot named ${name}. Delete it first, or choose another name.`,
  )

export const snapshotNeeded = (name: string) =>
  new RequestError(
    'conflict',
    'SnapshotNeeded',
    `The snapshot ${name} cannot be deleted, because a reset without a snapshot name restores it.`,
  )

export const snapshotNotFound = (name: string) =>
  new RequestError(
    'not-found',
    'SnapshotNotFound',
    `There is no snapshot named ${name}. List the snapshots to see their names.`,
  )

export const tooManySnapshots = (most: number) =>
  new RequestError(
    'conflict',
    'TooManySnapshots',
    `The emulator has ${most} snapshots, which is the limit. Delete one first.`,
  )

export const instancesNotAvailable = () =>
  new RequestError(
    'conflict',
    'InstancesNotAvailable',
    'Only an emulator that was started without --data and --database can start other instances, because it has its own PostgreSQL.',
  )

export const tooManyInstances = (most: number) =>
  new RequestError(
    'conflict',
    'TooManyInstances',
    `The emulator has ${most} other instances, which is the limit. Stop one first.`,
  )

export const instanceNotFound = (id: string) =>
  new RequestError(
    'not-found',
    'InstanceNotFound',
    `There is no instance with the id ${id}. List the instances to see their ids.`,
  )

export const timeNotPossible = (first: number, last: number) =>
  new RequestError(
    'invalid',
    'InvalidTime',
    `The clock can be set to times from the year ${first} to the year ${last}. Send a time such as 2031-05-01T12:00:00Z.`,
  )

export const controlsBusy = () =>
  new RequestError(
    'unavailable',
    'ControlsBusy',
    'The emulator is still loading a seed, or copying or restoring its data. Wait until it has finished, and try again.',
    { retryAfterSeconds: 1 },
  )

export const invalidSeed = (reason: string) =>
  new RequestError(
    'invalid',
    'InvalidSeed',
    `The seed cannot be loaded, and nothing was changed. ${reason}`,
  )
