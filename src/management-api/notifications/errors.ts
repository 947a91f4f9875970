import { RequestError } from '../../platform/errors.ts'
import { MOST_REPLAYED, MOST_TESTS } from './rules.ts'

const conflict = (code: string, message: string) => new RequestError('conflict', code, message)
const invalid = (code: string, message: string) => new RequestError('invalid', code, message)
const notFound = (code: string, message: string) => new RequestError('not-found', code, message)

export const notificationNotFound = (name: string) =>
  notFound(
    'NotificationNotFound',
    `The subscription has no notification named ${name}. List its notifications to see their names.`,
  )

export const notificationOfAlert = (name: string) =>
  conflict(
    'NotificationOfAlertRule',
    `The notification ${name} belongs to an alert rule. Change the rule or its action group.`,
  )

export const deliveryNotFound = (id: string) =>
  notFound(
    'DeliveryNotFound',
    `The notification has no delivery ${id}. Deliveries are deleted after 30 days. List them to see their ids.`,
  )

export const testNotReplayed = (id: string) =>
  conflict(
    'DeliveryIsTest',
    `The delivery ${id} is a test, so it cannot be sent again. Send a new test.`,
  )

export const notificationNameInvalid = (name: string) =>
  invalid(
    'InvalidNotificationName',
    `${name} cannot be the name of a notification. Use 1 to 63 letters, digits, hyphens, dots or underscores, beginning with a letter or a digit.`,
  )

export const tooManyNotifications = (most: number) =>
  conflict(
    'TooManyNotifications',
    `The subscription already has ${most} notifications, which is the limit. Delete one that you no longer need.`,
  )

export const addressRefused = (reason: string) =>
  invalid('InvalidAddress', `The address cannot be called. ${reason}`)

export const emailInvalid = (address: string) =>
  invalid(
    'InvalidAddress',
    `${address} is not an e-mail address. Use one such as on-call@example.com.`,
  )

export const mailMissing = () =>
  conflict(
    'MailOff',
    'This installation sends no e-mail. Choose another kind, or ask your administrator to set SMTP.',
  )

export const confirmationLimited = () =>
  conflict(
    'ConfirmationNotSent',
    'No confirmation e-mail was sent, because this address or your account has reached the daily limit. Try again tomorrow (UTC).',
  )

export const receiverMissing = (name: string) =>
  conflict(
    'NotificationHasNoReceiver',
    `The notification ${name} does not send e-mail, so it does not require confirmation.`,
  )

export const receiverConfirmed = (name: string) =>
  conflict('ReceiverConfirmed', `The receiver of the notification ${name} has already confirmed.`)

export const receiverUnconfirmed = (name: string) =>
  conflict(
    'ReceiverNotConfirmed',
    `The receiver of the notification ${name} has not confirmed it or has stopped it, so nothing is sent. To send another confirmation e-mail, select Ask the receiver again in the portal or run binnacle notifications ask ${name}.`,
  )

export const tooManyReceiverRequests = (retryAfterSeconds: number) =>
  new RequestError(
    'too-many-requests',
    'TooManyRequests',
    `Your network has sent too many requests for links in e-mails. Wait ${retryAfterSeconds} s and try again.`,
    { retryAfterSeconds },
  )

export const filterNeverFits = (reason: string) =>
  invalid(
    'FilterNeverMatches',
    `The filter can never match an event, because ${reason}. Correct it.`,
  )

export const notificationOff = (name: string) =>
  conflict(
    'NotificationOff',
    `The notification ${name} is off, so nothing is sent. Turn it on first.`,
  )

export const noSecret = (name: string) =>
  conflict(
    'NotificationHasNoSecret',
    `The notification ${name} is not a web hook, so it has no secret and its messages are not signed.`,
  )

export const twoSecrets = (name: string) =>
  conflict(
    'PreviousSecretExists',
    `The notification ${name} already has two secrets. Delete the previous one first.`,
  )

export const noPreviousSecret = (name: string) =>
  notFound('PreviousSecretNotFound', `The notification ${name} does not have a previous secret.`)

export const replayInvalid = () =>
  invalid(
    'InvalidReplay',
    'The request must contain either deliveryId, or from and a later to. Correct it. The time between from and to can be at most 30 days.',
  )

export const replayTooLarge = () =>
  invalid(
    'InvalidReplay',
    `More than ${MOST_REPLAYED} deliveries were created between from and to. Choose a shorter time.`,
  )

export const tooManyTests = () =>
  conflict(
    'TooManyTests',
    `The notifications of this subscription were tested ${MOST_TESTS} times today, which is the limit. Try again tomorrow (UTC).`,
  )

export const sealMissing = () =>
  conflict(
    'SecretKeyMissing',
    'SECRET_KEY_FILE is not set, so the server cannot store an address or a secret. Ask your administrator to set it.',
  )
