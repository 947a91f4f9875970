import {
  AppsListRegular,
  DataUsageRegular,
  type FluentIcon,
  HeartPulseRegular,
  HomeRegular,
  PeopleTeamRegular,
  WrenchRegular,
} from '@fluentui/react-icons'
import { paths } from '../paths.ts'

type Path = (typeof paths)[keyof typeof paths]

type NavigationEntry = Readonly<{
  name: string
  to: Exclude<Path, `${string}$${string}`>
  Icon: FluentIcon
  isForOperators?: true
  /** Which pages belong to it, by their path. */
  covers: (path: string) => boolean
}>

const isBelow = (path: string, start: string) => `${path}/`.startsWith(`${start}/`)
const isAppPage = (path: string) => /^\/(users|orgs)\/[^/]+\/apps\//.test(path)

/** The entries of the navigation, from top to bottom. A new entry is a line here. */
export const NAVIGATION: readonly NavigationEntry[] = [
  {
    name: 'Home',
    to: paths.home,
    Icon: HomeRegular,
    covers: (path) => path === paths.home,
  },
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
    covers: (path) => isBelow(path, paths.orgs) && !isAppPage(path),
  },
  {
    name: 'Service health',
    to: paths.health,
    Icon: HeartPulseRegular,
    covers: (path) => isBelow(path, paths.health),
  },
  {
    name: 'Quota',
    to: paths.quota,
    Icon: DataUsageRegular,
    covers: (path) => isBelow(path, paths.quota),
  },
  {
    name: 'Operate',
    to: paths.operate,
    Icon: WrenchRegular,
    isForOperators: true,
    covers: (path) => isBelow(path, paths.operate),
  },
]
