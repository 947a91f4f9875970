import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { parseJson } from '../platform/json.ts'

/** Who else may say who somebody is. */
export type TrustedIssuer = Static<typeof TrustedIssuer>
const TrustedIssuer = Type.Object(
  {
    issuer: Type.String({ minLength: 1 }),
    /** What its tokens for areas B and C are made out to. */
    managementAudience: Type.String({ minLength: 1 }),
    /** What its tokens for area A and operators are made out to. */
    accountAudience: Type.String({ minLength: 1 }),
    /** Its clients that stand for ours: only these reach area A and operators. */
    clients: Type.Object(
      {
        portal: Type.Optional(Type.String({ minLength: 1 })),
        cli: Type.Optional(Type.String({ minLength: 1 })),
      },
      { additionalProperties: false },
    ),
    personClaim: Type.Optional(Type.String({ minLength: 1 })),
    operatorClaim: Type.Optional(
      Type.Object(
        { name: Type.String({ minLength: 1 }), value: Type.String({ minLength: 1 }) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

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
  const taken = [ownIssuer, 'local']
  const problems = setting.flatMap((entry, position) => {
    const others = [...taken, ...setting.slice(0, position).map(({ issuer }) => issuer)]
    return findProblems(entry, others).map((problem) => `${entry.issuer}: ${problem}`)
  })
  return problems.length > 0 ? { problems } : { issuers: setting }
}

function findProblems(entry: TrustedIssuer, taken: readonly string[]): string[] {
  const { issuer, managementAudience, accountAudience, clients } = entry
  const isClient = (audience: string) => Object.values(clients).includes(audience)
  const checks: [isWrong: boolean, problem: string][] = [
    [!isSafeAddress(issuer), 'must start with https, or use a loopback address.'],
    [taken.includes(issuer), 'is listed twice, or is the bundled sign-in itself.'],
    [managementAudience === accountAudience, 'managementAudience and accountAudience must differ.'],
    [
      // Else its ID tokens, which say nothing of rights, would be accepted.
      [managementAudience, accountAudience].some(isClient),
      'an audience must not be the id of a client.',
    ],
  ]
  return checks.filter(([isWrong]) => isWrong).map(([, problem]) => problem)
}

/** Keys that come over a wire anybody can write on prove nothing. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}
