import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  OverlayDrawer,
} from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'
import { Rail } from './Rail.tsx'

/** The rail on a narrow screen. */
export function RailDrawer({ onClose }: Readonly<{ onClose: () => void }>) {
  const close = (
    <Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />
  )
  return (
    <OverlayDrawer open size="small" onOpenChange={(_event, { open }) => !open && onClose()}>
      <DrawerHeader>
        <DrawerHeaderTitle action={close}>Binnacle</DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <Rail onLeave={onClose} />
      </DrawerBody>
    </OverlayDrawer>
  )
}
