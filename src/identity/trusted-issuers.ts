import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { parseJson } from '../platform/json.ts'

const text = Type.String({ minLength: 1 })
const claim = Type.Object({ name: text, value: text }, { additionalProperties: false })

/** How people sign in there, and who of them is let in. */
export type IssuerSignIn = Static<typeof IssuerSignIn>
const IssuerSignIn = Type.Object(
  {
    /** In the address that the issuer sends people back to. */
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,31}$' }),
    /** On the button. */
    name: Type.String({ minLength: 1, maxLength: 60 }),
    clientId: text,
    /** Without it the client is a public one. */
    clientSecretFile: Type.Optional(text),
    scope: Type.Optional(text),
    allowedDomains: Type.Optional(Type.Array(text, { minItems: 1 })),
    requiredClaim: Type.Optional(claim),
    /** The claim with the groups of a person. */
    groupClaim: Type.Optional(text),
    /** Where roles of groups stood before they were in the database. */
    groupRoles: Type.Optional(Type.Unknown()),
    /** Whoever runs the installation knows that its e-mail addresses are verified. */
    hasVerifiedEmails: Type.Optional(Type.Boolean()),
    /** With one of these values of `amr` or `acr`, the issuer has checked a second factor. */
    secondFactorAmr: Type.Optional(Type.Array(text, { minItems: 1, maxItems: 20 })),
    secondFactorAcr: Type.Optional(Type.Array(text, { minItems: 1, maxItems: 20 })),
  },
  { additionalProperties: false },
)

/** Who else may say who somebody is. */
export type TrustedIssuer = Static<typeof TrustedIssuer>
const TrustedIssuer = Type.Object(
  {
    issuer: text,
    /** What its tokens for areas B and C are made out to. Without it, none of its tokens is accepted. */
    managementAudience: Type.Optional(text),
    /** What its tokens for area A and operators are made out to. */
    accountAudience: Type.Optional(text),
    /** Its clients that stand for ours: only these reach area A and operators. */
    clients: Type.Optional(
      Type.Object(
        { portal: Type.Optional(text), cli: Type.Optional(text) },
        { additionalProperties: false },
      ),
    ),
    personClaim: Type.Optional(text),
    operatorClaim: Type.Optional(claim),
    signIn: Type.Optional(IssuerSignIn),
  },
  { additionalProperties: false },
)

/** One whose access tokens are accepted. */
export type TokenIssuer = TrustedIssuer &
  Required<Pick<TrustedIssuer, 'managementAudience' | 'accountAudience' | 'clients'>>
const TOKEN_SETTINGS = ['managementAudience', 'accountAudience', 'clients'] as const
export const hasTokens = (issuer: TrustedIssuer): issuer is TokenIssuer =>
  TOKEN_SETTINGS.every((name) => issuer[name] !== undefined)

/** One that people sign in at. */
export type SignInIssuer = TrustedIssuer & Required<Pick<TrustedIssuer, 'signIn'>>
export const hasSignIn = (issuer: TrustedIssuer): issuer is SignInIssuer =>
  issuer.signIn !== undefined

/** How people can sign in there, by name. */
export const listSignIns = (issuers: readonly TrustedIssuer[]) =>
  issuers.filter(hasSignIn).map(({ signIn: { id, name } }) => ({ id, name }))

/** The issuers, or what is wrong with the setting. `ownIssuer` is the bundled provider's. */
export function parseTrustedIssuers(
  text: string,
  ownIssuer: string,
): { issuers: readonly TrustedIssuer[] } | { problems: readonly string[] } {
  const setting = parseJson(text)
  if (!Check(Type.Array(TrustedIssuer), setting)) {
    return {
      problems: [
        'must be JSON such as [{"issuer":"https://login.example.com","managementAudience":"binnacle-management","accountAudience":"binnacle-account","clients":{"portal":"binnacle-portal"}}].',
      ],
    }
  }
  const problems = setting.flatMap((entry, position) =>
    findProblems(entry, setting.slice(0, position), ownIssuer).map(
      (problem) => `${entry.issuer}: ${problem}`,
    ),
  )
  return problems.length > 0 ? { problems } : { issuers: setting }
}

type Fault = readonly [isWrong: boolean, problem: string]

function findProblems(entry: TrustedIssuer, others: readonly TrustedIssuer[], own: string) {
  const { issuer, signIn } = entry
  const isTaken = [own, 'local', ...others.map((other) => other.issuer)].includes(issuer)
  const checks: Fault[] = [
    [!isSafeAddress(issuer), 'must start with https, or use a loopback address.'],
    [isTaken, 'is listed twice, or is the bundled sign-in itself.'],
    [
      others.some((other) => signIn && other.signIn?.id === signIn.id),
      'signIn.id must differ from that of other issuers.',
    ],
    [
      signIn?.groupRoles !== undefined,
      'the roles of groups are in the database. Run "binnacle move-group-roles" with these settings, then remove signIn.groupRoles.',
    ],
    ...checkTokenSettings(entry),
  ]
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem)
}

function checkTokenSettings(entry: TrustedIssuer): Fault[] {
  const { managementAudience, accountAudience, clients = {}, signIn } = entry
  const isClient = (audience?: string) =>
    [...Object.values(clients), signIn?.clientId].includes(audience)
  const set = TOKEN_SETTINGS.filter((name) => entry[name] !== undefined)
  if (set.length === 0)
    return [[!signIn, 'must have signIn, or the audiences and clients of access tokens.']]
  return [
    [set.length < 3, 'managementAudience, accountAudience and clients must be set together.'],
    [managementAudience === accountAudience, 'managementAudience and accountAudience must differ.'],
    [
      // Else its ID tokens, which say nothing of rights, would be accepted.
      [managementAudience, accountAudience].some(isClient),
      'an audience must not be the id of a client.',
    ],
  ]
}

/** Keys that come over a wire anybody can write on prove nothing. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}
