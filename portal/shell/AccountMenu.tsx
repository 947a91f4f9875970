import {
  Button,
  Caption1,
  CounterBadge,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemLink,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components'
import { PersonRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { userQuery } from '../areas/app-management/account/queries.ts'
import { invitationsQuery } from '../areas/app-management/invitations/queries.ts'
import { paths } from '../paths.ts'
import { signOut } from '../session.ts'
import { settings } from '../settings.ts'
import { AT_NARROW } from '../ui/theme/media.ts'
import {
  chooseTheme,
  THEME_CHOICES,
  THEME_NAMES,
  type ThemeChoice,
  useThemeChoice,
} from '../ui/theme/theme.ts'

const useStyles = makeStyles({
  account: { display: 'flex', alignItems: 'center', minWidth: 0 },
  name: {
    maxWidth: '14rem',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    [AT_NARROW]: { display: 'none' },
  },
  person: {
    display: 'grid',
    height: 'auto',
    marginBottom: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
  },
})

const countInWords = (count: number) => `${count} invitation${count === 1 ? '' : 's'}`

/** The page reports its own failed queries; the menu must not send them again. */
const NO_RETRY_ON_MOUNT = { retryOnMount: false }

export function AccountMenu() {
  const styles = useStyles()
  const { data: user } = useQuery({ ...userQuery, ...NO_RETRY_ON_MOUNT })
  const { data: invitations } = useQuery({ ...invitationsQuery, ...NO_RETRY_ON_MOUNT })
  const count = invitations?.length ?? 0
  const navigate = useNavigate()
  const theme = useThemeChoice()
  return (
    <div className={styles.account}>
      <Text className={styles.name} title={user?.email}>
        {user?.display_name}
      </Text>
      <Menu
        inline
        checkedValues={{ theme: [theme] }}
        onCheckedValueChange={(_event, { checkedItems: [chosen] }) =>
          chooseTheme(chosen as ThemeChoice)
        }
      >
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="subtle"
            icon={<PersonRegular />}
            aria-label={count > 0 ? `Account, ${countInWords(count)}` : 'Account'}
          >
            {count > 0 && <CounterBadge count={count} size="small" color="brand" />}
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuGroup>
              <MenuGroupHeader className={styles.person}>
                <Text weight="semibold">{user?.display_name}</Text>
                <Caption1>{user?.email}</Caption1>
              </MenuGroupHeader>
              <MenuItem onClick={() => navigate({ to: paths.account })}>Account settings</MenuItem>
              <MenuItem
                secondaryContent={count > 0 ? String(count) : null}
                onClick={() => navigate({ to: paths.accountInvitations })}
              >
                Invitations
              </MenuItem>
              {settings.explorerUrl && (
                <MenuItemLink href={settings.explorerUrl}>API explorer</MenuItemLink>
              )}
              <MenuItem onClick={() => navigate({ to: paths.about })}>About Binnacle</MenuItem>
            </MenuGroup>
            <MenuDivider />
            <ThemeItems />
            <MenuDivider />
            <MenuItem onClick={() => signOut(`${settings.portalUrl}${paths.signedOut}`)}>
              Sign out
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  )
}

function ThemeItems() {
  return (
    <MenuGroup>
      <MenuGroupHeader>Theme</MenuGroupHeader>
      {THEME_CHOICES.map((name) => (
        <MenuItemRadio key={name} name="theme" value={name}>
          {THEME_NAMES[name]}
        </MenuItemRadio>
      ))}
    </MenuGroup>
  )
}
