import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { onTestFinished } from 'vitest'

const HEADER_BYTES = 12
const TYPES: Readonly<Record<number, number>> = { 1: 4, 28: 6 }

export type NameServer = Readonly<{
  /** `address:port` */
  address: string
  /** The names that were asked for. */
  asked: ReadonlySet<string>
}>

/** Answers with the addresses of a name: none means that there is no such name, undefined that nothing is answered. */
export async function openNameServer(
  find: (name: string) => readonly string[] | undefined,
): Promise<NameServer> {
  const asked = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query)
    asked.add(name)
    const found = find(name)
    if (found) socket.send(toAnswer(query.subarray(0, end), type, found), port, address)
  })
  socket.bind(0, '127.0.0.1')
  onTestFinished(() => void socket.close())
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** RFC 1035, and RFC 3596 for addresses of IPv6, which are written in full. */
function toAnswer(question: Buffer, type: number, addresses: readonly string[]): Buffer {
  const fitting = addresses.filter((address) => isIP(address) === TYPES[type])
  const header = Buffer.from(question)
  header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(fitting.length, 6)
  header.writeUInt32BE(0, 8)
  const records = fitting.map((address) => {
    const bytes = toBytes(address)
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([header, ...records])
}

const toBytes = (address: string) =>
  isIP(address) === 4
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(address.replaceAll(':', ''), 'hex')
