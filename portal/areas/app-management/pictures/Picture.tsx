import { Avatar, type AvatarProps } from '@fluentui/react-components'
import { settings } from '../../../settings.ts'

type Props = Readonly<{
  name: string
  url: string | null
  size?: NonNullable<AvatarProps['size']>
}>

/** Of an app or organization; its initials where there is none. Beside a name, so it says nothing itself. */
export function Picture({ name, url, size = 40 }: Props) {
  // A picture from another origin would reveal who views the page; the content security policy blocks it too.
  const isOurs = url?.startsWith(`${settings.baseUrl}/`)
  return (
    <Avatar
      shape="square"
      size={size}
      name={name}
      aria-hidden="true"
      {...(isOurs && url && { image: { src: url, alt: '' } })}
    />
  )
}
