/**
 * Receives the web hooks of a notification on this machine, and prints a line for each alert. It needs no packages:
 * the signature is that of Standard Webhooks. With `--once`, it ends after the first alert.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { SECRET, PORT = '4700' } = process.env
if (!SECRET) throw new Error('SECRET is not set. Creating the notification returns it.')

const FIVE_MINUTES_S = 300
const key = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64')

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) <= FIVE_MINUTES_S
  if (!isRecent || signatures === undefined) return false
  const mac = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
  const expected = Buffer.from(`v1,${mac}`)
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function describe({ type, subject, data }) {
  if (type === 'binnacle.notification.test') return `TEST ${data.notification}`
  if (type.endsWith('.removed')) return `OVER ${subject} no longer affects the subscription`
  const { title = subject, status } = data.properties
  return `ALERT ${title}: ${status} (${subject})`
}

/** A message can arrive twice, always with the same id. */
const seen = new Set()

const server = createServer(async (request, response) => {
  const body = await text(request)
  if (!isSigned(request.headers, body)) {
    response.writeHead(401).end('The signature is wrong.')
    return
  }
  const id = request.headers['webhook-id']
  if (!seen.has(id)) console.log(describe(JSON.parse(body)))
  seen.add(id)
  const isLast = process.argv.includes('--once')
  response.writeHead(204, isLast ? { connection: 'close' } : {}).end(() => isLast && server.close())
})
server.listen(Number(PORT), '127.0.0.1')
