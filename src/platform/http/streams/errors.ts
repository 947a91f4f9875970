import { RequestError } from '../../errors.ts'

/** The node is overloaded, so another may serve the stream better. */
export const STREAM_BEHIND = 'StreamBehind'

export const tooManyStreams = () =>
  new RequestError(
    'unavailable',
    'TooManyStreams',
    'This node has reached its limit of open streams. Try again in a few seconds. Another node may then accept the stream.',
    { retryAfterSeconds: 5 },
  )

export const tooManyStreamsOfCaller = (most: number) =>
  new RequestError(
    'too-many-requests',
    'TooManyStreams',
    `You have reached the limit of open streams for one caller on this node (${most}). Close one, or use one stream for several pages.`,
    { retryAfterSeconds: 30 },
  )

export const connectionInUse = () =>
  new RequestError(
    'conflict',
    'ConnectionInUse',
    'A stream requires a connection without other pending requests. Open another connection.',
  )

export const stopping = () =>
  new RequestError(
    'unavailable',
    'ServerStopping',
    'This node is stopping. Connect again after a random delay of 0.2 to 3 seconds.',
  )

export const unverified = () =>
  new RequestError(
    'unavailable',
    'AccessNotVerified',
    'Your access could not be verified in time. Connect again after a few seconds.',
  )

export const readTooLate = () =>
  new RequestError(
    'unavailable',
    STREAM_BEHIND,
    'This node could not read the changes in time. Connect again after a few seconds.',
  )

export const tooMuchUnsent = () =>
  new RequestError(
    'unavailable',
    STREAM_BEHIND,
    'This node has reached its limit of data that clients have not read. Connect again after a few seconds.',
  )
