import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  OverlayDrawer,
} from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'
import { Navigation } from './Navigation.tsx'

/** The navigation on a narrow screen. */
export function NavigationDrawer({ onClose }: Readonly<{ onClose: () => void }>) {
  const close = (
    <Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />
  )
  return (
    <OverlayDrawer open size="small" onOpenChange={(_event, { open }) => !open && onClose()}>
      <DrawerHeader>
        <DrawerHeaderTitle action={close}>Binnacle</DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <Navigation onLeave={onClose} />
      </DrawerBody>
    </OverlayDrawer>
  )
}
