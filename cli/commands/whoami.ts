import { dataOf } from '../../client/api-client.ts'
import type { Command } from '../command.ts'
import { printFields } from '../terminal/output.ts'

export const whoami: Command = {
  name: 'whoami',
  about: 'show your account, and the defaults of this profile',
  example: 'binnacle whoami',
  async run(context) {
    const client = await context.appManagement()
    const user = await dataOf(client.GET('/v0.1/user'))
    const [name, profile] = [await context.profileName(), await context.findProfile()]
    const server = (context.env.BINNACLE_TOKEN && context.env.BINNACLE_URL) || profile?.server
    printFields(context, user, [
      { header: 'Name', value: () => user.name },
      { header: 'Display name', value: () => user.display_name },
      { header: 'E-mail', value: () => user.email },
      { header: 'Server', value: () => server },
      { header: 'Profile', value: () => name },
      { header: 'App', value: () => profile?.app },
      { header: 'Subscription', value: () => profile?.subscription },
    ])
  },
}
