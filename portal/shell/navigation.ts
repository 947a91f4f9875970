import { AppsListRegular, type FluentIcon, PeopleTeamRegular } from '@fluentui/react-icons'
import { paths } from '../paths.ts'

type Path = (typeof paths)[keyof typeof paths]

type NavigationEntry = Readonly<{
  name: string
  to: Exclude<Path, `${string}$${string}`>
  Icon: FluentIcon
  /** Which pages belong to it, by their path. */
  covers: (path: string) => boolean
}>

const isAppPage = (path: string) => /^\/(users|orgs)\/[^/]+\/apps\//.test(path)

/** The entries of the navigation, from top to bottom. A new entry is a line here. */
export const NAVIGATION: readonly NavigationEntry[] = [
  {
    name: 'Apps',
    to: paths.apps,
    Icon: AppsListRegular,
    covers: (path) => path === paths.apps || isAppPage(path),
  },
  {
    name: 'Organizations',
    to: paths.orgs,
    Icon: PeopleTeamRegular,
    covers: (path) => `${path}/`.startsWith(`${paths.orgs}/`) && !isAppPage(path),
  },
]
