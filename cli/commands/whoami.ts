import { dataOf } from '../../client/api-client.ts'
import type { Command } from '../command.ts'
import { printFacts } from '../output.ts'

export const whoami: Command = {
  name: 'whoami',
  about: 'who you are to the server, and what this profile remembers',
  example: 'binnacle whoami',
  async run(context) {
    const client = await context.appManagement()
    const user = await dataOf(client.GET('/v0.1/user'))
    const [name, profile] = [await context.profileName(), await context.findProfile()]
    const server = (context.env.BINNACLE_TOKEN && context.env.BINNACLE_URL) || profile?.server
    printFacts(context, user, [
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
