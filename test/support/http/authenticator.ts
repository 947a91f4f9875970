import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Options = Readonly<{ challenge: string; rpId?: string; rp?: { id?: string } }>

/** What an answer differs in from that of an honest device on the right page. */
type Changes = Readonly<{ origin?: string; rpId?: string; isVerified?: boolean; counter?: number }>

const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [0x01, 0x04, 0x40]
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest()

/** A security key in software: one passkey, ES256, without attestation. */
export function makeAuthenticator(origin: string) {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0

  const dataOf = (options: Options, flags: number, changes: Changes) => {
    const rpId = changes.rpId ?? options.rpId ?? options.rp?.id ?? ''
    const count = Buffer.alloc(4)
    count.writeUInt32BE(changes.counter ?? ++counter)
    const verified = (changes.isVerified ?? true) ? USER_VERIFIED : 0
    return Buffer.concat([sha256(rpId), Buffer.from([USER_PRESENT | verified | flags]), count])
  }
  const clientData = (type: string, { challenge }: Options, changes: Changes) =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: changes.origin ?? origin, crossOrigin: false }),
    )
  const answer = (response: Record<string, string | string[]>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })

  return {
    id,
    register(options: Options, changes: Changes = {}): string {
      const authData = Buffer.concat([
        dataOf(options, HAS_CREDENTIAL, changes),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        toCose(publicKey),
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', options, changes).toString('base64url'),
        attestationObject: toAttestation(authData).toString('base64url'),
        transports: ['usb'],
      })
    },
    assert(options: Options, changes: Changes = {}): string {
      const data = clientData('webauthn.get', options, changes)
      const authData = dataOf(options, 0, changes)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>

/** A COSE key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    bytes(x),
    Buffer.from('225820', 'hex'),
    bytes(y),
  ])
}

/** CBOR: {"fmt": "none", "attStmt": {}, "authData": …}. */
function toAttestation(authData: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  return Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
    length,
    authData,
  ])
}
