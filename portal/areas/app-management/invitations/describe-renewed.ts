import { settings } from '../../../settings.ts'
import type { Invited } from './queries.ts'

export function describeRenewed(email: string, { isMailed }: Invited): string {
  const renewed = `The invitation for ${email} was renewed and expires in 30 days`
  if (isMailed) return `${renewed}. An e-mail with the link was sent again`
  return settings.hasMail
    ? `${renewed}. No e-mail was sent because today’s limit has been reached`
    : renewed
}
