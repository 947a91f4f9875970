const OPERATOR = 'an operator'
const DECIDES = 'an operator, or the rules in a job'
const JOB = 'a job'
const RECEIVER = 'anyone with the link in an e-mail'
const NOTIFIES = 'an owner or contributor of the subscription'

/** Every action of the audit trail: what it records, and who can cause it. The page in `docs` is written from here. */
export const AUDIT_ACTIONS = {
  'account.create': [
    'An account was created.',
    'an operator; `bootstrap`; the first sign-in with a trusted issuer; anyone with an invitation link',
  ],
  'account.change': [
    'The profile, e-mail address, operator role or state of an account was changed.',
    'the account itself (its profile); an operator',
  ],
  'account.reset': [
    'An account was signed out, its tokens were revoked, and a link to set a password was created for it.',
    OPERATOR,
  ],
  'account.erase': [
    'The personal data of a disabled account was removed, including from the audit trail.',
    OPERATOR,
  ],
  'account.password-link': [
    'A link to set a password was created.',
    'an operator; `bootstrap`; anyone, with “Forgot your password?” (mailed to the account)',
  ],
  'account.sign-in-link': ['A link that signs an operator in once was created.', '`sign-in-link`'],
  'account.sign-in-by-link': ['An operator signed in with a sign-in link.', 'the account itself'],
  'account.link-identity': [
    'An identity at a trusted issuer was connected to an account.',
    'the account itself; an operator',
  ],
  'account.unlink-identity': [
    'An identity at a trusted issuer was disconnected from an account, which was signed out.',
    OPERATOR,
  ],
  'account.change-password': [
    'The password was changed by a person who entered the previous one.',
    'the account itself',
  ],
  'account.set-password': ['A password was set with a link.', 'the account itself'],
  'account.sign-in': ['A person signed in.', 'the account itself'],
  'account.sign-in-failed': [
    'Sign-ins failed. One row contains the number of failures in a minute.',
    'anyone',
  ],
  'account.sign-in-throttled': [
    'Sign-ins were rejected because there were too many. One row contains the number in a minute.',
    'anyone',
  ],
  'account.second-factor-failed': [
    'An incorrect second factor was given. One row contains the number in a minute.',
    'anyone with the password of the account',
  ],
  'account.second-factor-add': [
    'A passkey or an authenticator app was added to an account.',
    'the account itself',
  ],
  'account.second-factor-remove': [
    'A passkey or the authenticator app of an account was removed.',
    'the account itself',
  ],
  'account.recovery-codes': [
    'The recovery codes of an account were replaced by new ones.',
    'the account itself',
  ],
  'account.second-factor-reset': [
    'All second factors of an account were removed, and it was signed out.',
    OPERATOR,
  ],
  'account.device-code-refused': [
    'Device codes were rejected. One row contains the number in a minute.',
    'anyone',
  ],
  'account.confirm-session': [
    'A second factor was given for the session of an application, on the confirmation page.',
    'the account itself',
  ],
  'account.sign-out': [
    'An account was signed out.',
    'the account itself; an operator; a trusted issuer',
  ],
  'account.consent': ['A client was granted scopes.', 'the account itself'],
  'account.consent-refused': ['A client was denied scopes.', 'the account itself'],
  'account.consent-withdrawn': [
    'The grant of a client was withdrawn, and the tokens issued under it were revoked.',
    'the account itself',
  ],

  'mail.test': ['A test e-mail was sent to an operator, at their request.', OPERATOR],
  'secret-key.rotate': ['Stored secrets were encrypted with another key.', '`rotate-key`'],
  'signing-key.rotate': [
    'The next signing key was put into use early, or all earlier signing keys were withdrawn.',
    '`rotate-signing-key`',
  ],

  'client.create': ['An OAuth client was registered.', OPERATOR],
  'client.change': ['An OAuth client was changed, disabled or enabled.', OPERATOR],
  'client.rotate-secret': ['All secrets of an OAuth client were replaced by a new one.', OPERATOR],
  'client.add-secret': ['A second secret was created for an OAuth client.', OPERATOR],
  'client.delete-previous-secret': [
    'The previous secret of an OAuth client was deleted.',
    OPERATOR,
  ],

  'subscription.create': ['A subscription was created.', OPERATOR],
  'subscription.rename': ['The display name of a subscription was changed.', OPERATOR],
  'subscription.retire': [
    'A subscription was retired: all roles on it, its footprint and its notifications were removed.',
    OPERATOR,
  ],
  'subscription.set-role': ['A principal was granted a role on a subscription.', OPERATOR],
  'subscription.remove-role': [
    'The role of a principal on a subscription was removed.',
    'an operator; an admin of an organization, by deleting it',
  ],

  'group.create': ['A group of a trusted issuer was registered.', OPERATOR],
  'group.delete': ['A group of a trusted issuer was removed, with its roles.', OPERATOR],
  'group.set-organization-role': [
    'A group was granted a role in an organization.',
    'an operator; `move-group-roles`',
  ],
  'group.remove-organization-role': [
    'The role of a group in an organization was removed.',
    OPERATOR,
  ],

  'organization.create': ['An organization was created.', 'a user; an operator'],
  'organization.change': [
    'The name of an organization was changed, or whether its members need a second factor.',
    'an admin of the organization',
  ],
  'organization.set-token-life': [
    'The maximum or the default lifetime of new API tokens of an organization was set.',
    'an admin of the organization',
  ],
  'organization.delete': ['An organization was deleted.', 'an admin of the organization'],
  'organization.member.add': [
    'A person became a member of an organization through a group at a trusted issuer.',
    'the member, by signing in',
  ],
  'organization.member.change': [
    'The role of an organization member was changed.',
    'an admin of the organization; the member, by signing in (groups)',
  ],
  'organization.member.remove': [
    'A member left an organization, or was removed.',
    'an admin of the organization; the member; the member, by signing in (groups)',
  ],
  'name.release': ['The reserved former name of an organization was released early.', OPERATOR],

  'app.create': ['An app was created.', 'a user; a member of the organization'],
  'app.change': ['The fields of an app were changed.', 'a manager of the app'],
  'app.delete': ['An app was deleted.', 'a manager of the app'],
  'app.transfer': ['An app was transferred to another owner.', 'the owner of the app'],
  'app.member.change': ['The role of an app member was changed.', 'a manager of the app'],
  'app.member.remove': [
    'A member left an app, or was removed.',
    'a manager of the app; the member',
  ],

  'invitation.send': [
    'An invitation was sent or renewed.',
    'a manager of the app; an admin of the organization',
  ],
  'invitation.change': [
    'The role in an invitation was changed.',
    'a manager of the app; an admin of the organization',
  ],
  'invitation.revoke': [
    'An invitation was revoked.',
    'a manager of the app; an admin of the organization',
  ],
  'invitation.copy-link': [
    'An invitation link to pass on was created, and the previous one was invalidated.',
    'a manager of the app; an admin of the organization',
  ],
  'invitation.accept': [
    'An invitation was accepted. `link` shows whether the link in the e-mail or a copied link was used.',
    'the invited user; anyone with a link',
  ],
  'invitation.reject': ['An invitation was rejected.', 'the invited user'],

  'token.create': [
    'An API token was created.',
    'a user; a developer of the app; an admin of the organization; `bootstrap`',
  ],
  'token.revoke': [
    'An API token was revoked, alone or together with its app, organization or creator, or because it was not used.',
    'the token itself; a caller who may manage it; a caller who removes its app, organization or creator; an operator; a job',
  ],

  'event.create': ['An event was published.', OPERATOR],
  'event.update': ['An update was posted to an event.', OPERATOR],
  'event.resolve': ['An event was resolved in some or all regions.', OPERATOR],
  'event.reopen': ['An event was reopened.', OPERATOR],
  'event.review': ['A review was attached to an event.', OPERATOR],
  'event.false-positive': ['An event was marked as a false positive.', OPERATOR],
  'event.audience': ['The audience of an event was changed.', OPERATOR],
  'event.change-resources': ['The impacted resources of an event were changed.', OPERATOR],
  'event.read-details': [
    'The sensitive details of an event were read.',
    'an owner or contributor of the subscription',
  ],
  'availability.change': ['The state of resources was set, or removed.', OPERATOR],
  'footprint.set': ['The footprint of a subscription was replaced.', OPERATOR],
  'footprint.change': [
    'Services or regions were added to a footprint, or removed from it.',
    OPERATOR,
  ],

  'quota.ask': ['Quota was requested.', 'an owner or contributor of the subscription'],
  'quota.supersede': [
    'A request replaced an open request.',
    'an owner or contributor of the subscription',
  ],
  'quota.ask-person': ['A sub-request was left for an operator to decide.', JOB],
  'quota.grant': ['A sub-request was approved.', DECIDES],
  'quota.succeed': ['A granted limit was set.', DECIDES],
  'quota.fail': ['A sub-request was denied, or failed.', DECIDES],
  'quota.invalid': ['A sub-request was found to be invalid.', JOB],
  'quota.retry': ['A sub-request that failed after its last attempt was retried.', OPERATOR],
  'quota.set': ['The usage or limits of a subscription were set.', OPERATOR],
  'quota-provider.set': [
    'A provider was added to the catalogue, or replaced.',
    'an operator; `load-catalogue`',
  ],
  'quota-provider.delete': ['A provider was removed from the catalogue.', OPERATOR],
  'quota-provider.set-endpoint': ['The endpoint of a provider was set.', OPERATOR],
  'quota-provider.add-endpoint-secret': [
    'A second secret was created for the endpoint of a provider.',
    OPERATOR,
  ],
  'quota-provider.delete-previous-endpoint-secret': [
    'The previous secret of the endpoint of a provider was deleted.',
    OPERATOR,
  ],
  'quota-provider.delete-endpoint': ['The endpoint of a provider was removed.', OPERATOR],

  'action-group.create': ['An action group was created.', NOTIFIES],
  'action-group.change': ['An action group was replaced or changed.', NOTIFIES],
  'action-group.delete': ['An action group was deleted.', NOTIFIES],
  'action-group.enable-receiver': [
    'A web hook of an action group, which was turned off after failures, was turned on again.',
    NOTIFIES,
  ],
  'alert-rule.create': ['An alert rule was created.', NOTIFIES],
  'alert-rule.change': ['An alert rule was replaced or changed.', NOTIFIES],
  'alert-rule.test': [
    'A test was sent to the web hooks of an action group, or to those in a request.',
    NOTIFIES,
  ],
  'alert-rule.delete': ['An alert rule was deleted, with its deliveries.', NOTIFIES],
  'notification.create': ['A notification was created.', NOTIFIES],
  'notification.replace': ['A notification was replaced.', NOTIFIES],
  'notification.change': ['A notification was changed, or turned on or off.', NOTIFIES],
  'notification.delete': ['A notification was deleted.', NOTIFIES],
  'notification.test': ['A test was sent to the destination of a notification.', NOTIFIES],
  'notification.replay': ['Deliveries of a notification were sent again.', NOTIFIES],
  'notification.add-secret': ['A second secret was created for a notification.', NOTIFIES],
  'notification.delete-previous-secret': [
    'The previous secret of a notification was deleted.',
    NOTIFIES,
  ],
  'notification.ask-receiver': [
    'Another confirmation e-mail was sent to the receiver of a notification.',
    NOTIFIES,
  ],
  'notification.confirm': ['The receiver of a notification confirmed its e-mails.', RECEIVER],
  'notification.stop': ['The receiver of a notification stopped its e-mails.', RECEIVER],
  'notification.turn-off': [
    'A notification was turned off, because its destination was gone or had failed for three days.',
    JOB,
  ],
} as const satisfies Record<string, readonly [records: string, causedBy: string]>

export type AuditAction = keyof typeof AUDIT_ACTIONS
