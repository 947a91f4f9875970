import { posix } from 'node:path'
import { listImports } from './architecture.ts'

/** The name of a top-level function, and its text. */
type Action = Readonly<{ file: string; name: string; text: string }>

const TOP_LEVEL = /^(?=(?:export )?(?:async )?(?:function|const|type) \w)/m
const NAME = /^(?:export )?(?:async )?(?:function|const) (\w+)/
const OPENS =
  /\.(?:transaction|startTransaction)\s*\(|\brunOperatorTransaction\(|["'`]\s*(?:begin|start transaction)\b(?!:)/i
const ASKS = /\b(?:confirmRight|confirmToken|confirmOperator|confirmRole|runOperatorTransaction)\(/
const RECORDS = /\brecordAudit\(/

/** Every function that opens a transaction without asking for the right again, or without an audit row. */
export function findUnguarded(sources: ReadonlyMap<string, string>): string[] {
  const actions = [...sources].flatMap(([file, source]) => listActions(file, source))
  return actions
    .filter(({ text }) => OPENS.test(text))
    .flatMap((action) => {
      const texts = listReached(action, actions, sources).map(({ text }) => text)
      const id = `${action.file} ${action.name}`
      return [
        ...(texts.some((text) => ASKS.test(text)) ? [] : [`${id} does not ask for the right`]),
        ...(texts.some((text) => RECORDS.test(text)) ? [] : [`${id} writes no audit row`]),
      ]
    })
}

const listActions = (file: string, source: string): Action[] =>
  source.split(TOP_LEVEL).flatMap((text) => {
    const name = NAME.exec(text)?.[1]
    return name === undefined ? [] : [{ file, name, text }]
  })

/** The action and whatever it names of its own file or of what that file imports, and so on. */
function listReached(
  first: Action,
  actions: readonly Action[],
  sources: ReadonlyMap<string, string>,
): Action[] {
  const reached = new Set([first])
  for (const { file, text } of reached) {
    const files = new Set([file, ...listImported(file, sources.get(file))])
    const names = new Set(text.match(/\w+/g))
    for (const action of actions) {
      if (names.has(action.name) && files.has(action.file)) reached.add(action)
    }
  }
  return [...reached]
}

const listImported = (file: string, source = '') =>
  listImports(source).map(({ target }) => posix.join(posix.dirname(file), target))

const JOB = 'a job does this, for no caller'
const PROCESS = 'whoever starts the process has the database'
const GROUPS = 'operators have granted it to whoever an issuer puts into the group'
const PROOF = 'proves who the caller is'
const FACTOR = 'the sign-in that it belongs to writes it, and wrong ones are counted'
const ROTATION = 'a node replaces signing keys by their age, for no caller'
const CONSENT = 'concerns the session of the caller alone'
const MIGRATION = 'whoever holds the database changes its tables'

/** Only an emulator has these, for whoever has its control key. */
const CONTROL_KEY = 'a control of an emulator, which is no operation of the product'

/** What asks for no right or write no row, and why. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/emulator/snapshots/actions.ts deleteSnapshot does not ask for the right': CONTROL_KEY,
  'src/emulator/snapshots/actions.ts deleteSnapshot writes no audit row': CONTROL_KEY,
  'src/emulator/snapshots/actions.ts restoreSnapshot does not ask for the right': CONTROL_KEY,
  'src/emulator/snapshots/actions.ts restoreSnapshot writes no audit row': CONTROL_KEY,
  'src/emulator/snapshots/actions.ts takeSnapshot does not ask for the right': CONTROL_KEY,
  'src/emulator/snapshots/actions.ts takeSnapshot writes no audit row': CONTROL_KEY,
  'src/emulator/snapshots/actions.ts takeStartSnapshot does not ask for the right': CONTROL_KEY,
  'src/emulator/snapshots/actions.ts takeStartSnapshot writes no audit row': CONTROL_KEY,
  'src/areas/app-management/imports/actions.ts importOrganization does not ask for the right':
    CONTROL_KEY,
  'src/processes/dev/seed/owners.ts loadAccount does not ask for the right': CONTROL_KEY,
  'src/identity/oauth/adapter.ts makeAdapter does not ask for the right': CONSENT,
  'src/identity/oauth/adapter.ts makeAdapter writes no audit row':
    'sign-in and sign-out write it; this stores the session of the browser between them',
  'src/identity/oauth/keys.ts loadSigningKeys does not ask for the right': ROTATION,
  'src/identity/oauth/keys.ts loadSigningKeys writes no audit row': ROTATION,
  'src/areas/app-management/group-roles/actions.ts followInOrganization does not ask for the right':
    GROUPS,
  'src/areas/app-management/group-roles/actions.ts rememberGroups does not ask for the right':
    PROOF,
  'src/areas/app-management/group-roles/actions.ts rememberGroups writes no audit row':
    'the sign-in that it belongs to writes it',
  'src/areas/app-management/group-roles/actions.ts moveGroupRole does not ask for the right':
    PROCESS,
  'src/identity/federation/logout/actions.ts signOutByIssuer does not ask for the right': PROOF,
  'src/identity/federation/actions.ts linkIdentity does not ask for the right': PROOF,
  'src/identity/sign-in-link/actions.ts makeSignInLink does not ask for the right': PROCESS,
  'src/identity/sign-in-link/actions.ts signInByLink does not ask for the right': `the link ${PROOF}`,
  'src/identity/invitations/actions.ts acceptAsNewcomer does not ask for the right': `the link ${PROOF}`,
  'src/identity/invitations/actions.ts acceptAsAccount does not ask for the right': `the link ${PROOF}`,
  'src/identity/invitations/actions.ts acceptAsAccount writes no audit row':
    'area A, to which invitations belong, writes it',
  'src/identity/confirmation/actions.ts confirmSession does not ask for the right': CONSENT,
  'src/identity/sign-in/actions.ts confirmSignIn does not ask for the right': PROOF,
  'src/identity/sign-in/set-password/actions.ts setPassword does not ask for the right': `the link ${PROOF}`,
  'src/identity/sign-in/consent/actions.ts recordConsent does not ask for the right': CONSENT,
  'src/identity/sign-in/change-password/actions.ts replacePassword does not ask for the right': `the session and the password ${PROOF}`,
  'src/identity/sign-in/forgot-password/actions.ts mailPasswordLink does not ask for the right':
    'anybody may ask for it; only the owner of the address gets it',
  'src/identity/second-factor/giving/actions.ts giveTotp does not ask for the right': PROOF,
  'src/identity/second-factor/giving/actions.ts giveTotp writes no audit row': FACTOR,
  'src/identity/second-factor/giving/actions.ts giveRecoveryCode does not ask for the right': PROOF,
  'src/identity/second-factor/giving/actions.ts giveRecoveryCode writes no audit row': FACTOR,
  'src/identity/second-factor/enrolment/actions.ts changeFactors does not ask for the right':
    'concerns the second factors of the caller alone; the place where it happens is confirmed',
  'src/identity/sign-in/actions.ts signOut does not ask for the right': CONSENT,
  'src/identity/sign-in/actions.ts recordSignOutOfClient does not ask for the right': CONSENT,
  'src/platform/db/migrate.ts apply does not ask for the right': MIGRATION,
  'src/platform/db/migrate.ts applyGrants does not ask for the right': MIGRATION,
  'src/platform/db/migrate.ts applyGrants writes no audit row': MIGRATION,
  'src/platform/db/migrate.ts apply writes no audit row': MIGRATION,
  'src/directory/operators/actions.ts runOperatorTransaction writes no audit row':
    'its callers write it',
  'src/directory/accounts/actions.ts admitAccount does not ask for the right':
    'the bearer of a trusted issuer is the right',
  'src/areas/service-health/events/actions.ts fetchDetails does not ask for the right':
    'reads, and changes nothing but the audit trail',
  'src/areas/service-health/tenant/actions.ts fetchTenantDetails does not ask for the right':
    'reads, and changes nothing but the audit trail',
  'src/areas/quota/operator/catalogue/actions.ts loadCatalogue does not ask for the right': PROCESS,
  'src/areas/quota/fulfilment/actions.ts fulfilSubRequest does not ask for the right': JOB,
  'src/areas/quota/fulfilment/actions.ts end does not ask for the right': JOB,
  'src/areas/app-management/tokens/warnings/actions.ts warnOfNext does not ask for the right': JOB,
  'src/areas/app-management/tokens/warnings/actions.ts warnOfNext writes no audit row':
    'changes nothing but that its owner was warned',
  'src/areas/quota/deciding/actions.ts decideSubRequest does not ask for the right': JOB,
  'src/areas/quota/scripted/actions.ts endByScript does not ask for the right': CONTROL_KEY,
  'src/areas/service-health/notices/matcher.ts openMatcher does not ask for the right': JOB,
  'src/areas/service-health/notices/matcher.ts openMatcher writes no audit row':
    'inserts what is to be sent, which the list of deliveries shows',
  'src/management-api/notifications/sending/recording.ts retry does not ask for the right': JOB,
  'src/management-api/notifications/sending/recording.ts retry writes no audit row':
    'records an attempt, which the list of deliveries shows',
  'src/management-api/notifications/sending/recording.ts turnOff does not ask for the right': JOB,
  'src/areas/service-health/reminders/area.ts remind does not ask for the right': JOB,
  'src/areas/service-health/reminders/area.ts remind writes no audit row':
    'inserts what is to be sent, which the list of deliveries shows',
  'src/management-api/notifications/fan-out/follower.ts fanOut does not ask for the right': JOB,
  'src/management-api/notifications/fan-out/follower.ts fanOut writes no audit row':
    'inserts what is to be sent, which the list of deliveries shows',
  'src/management-api/notifications/receivers/actions.ts answer does not ask for the right':
    'the link of a mail is the right',
  'src/management-api/notifications/actions.ts changeNotifications writes no audit row':
    'its callers write it',
  'src/areas/quota/deciding/actions.ts giveUp does not ask for the right': JOB,
  'src/areas/app-management/tokens/idle/actions.ts endIdleTokens does not ask for the right': JOB,
  'src/processes/rotate-key.ts recordRotation does not ask for the right': PROCESS,
  'src/processes/rotate-signing-key.ts startEarly does not ask for the right': PROCESS,
  'src/processes/rotate-signing-key.ts withdraw does not ask for the right': PROCESS,
  'src/areas/app-management/owners/actions.ts bootstrapOperator does not ask for the right':
    PROCESS,
}
