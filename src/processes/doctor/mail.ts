import { once } from 'node:events'
import { connect } from 'node:net'
import type { Config } from '../../settings.ts'
import { type Finding, inBrackets, ok, problem, warning } from './finding.ts'

const TIMEOUT_MS = 5000

/** Whether the server can be reached. It is not asked to take a mail. */
export async function checkMail({ mail }: Config): Promise<Finding> {
  if (!mail?.server) return warning('SMTP', 'is not set, so no e-mail is sent.')
  const { host, port } = mail.server
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return ok('SMTP', `${host}:${port} accepts connections`)
  } catch (error) {
    return problem(
      'SMTP',
      `${host}:${port} cannot be reached ${inBrackets(error)}. Check the address and the firewall.`,
    )
  } finally {
    socket.destroy()
  }
}
