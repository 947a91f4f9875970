import { AppsListRegular, type FluentIcon } from '@fluentui/react-icons'
import { paths } from '../paths.ts'

type Area = Readonly<{ name: string; to: (typeof paths)[keyof typeof paths]; Icon: FluentIcon }>

/** The rail, from top to bottom. A new area is a line here. */
export const AREAS: readonly Area[] = [{ name: 'Apps', to: paths.apps, Icon: AppsListRegular }]
