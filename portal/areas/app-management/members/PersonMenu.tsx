import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { MoreHorizontalRegular } from '@fluentui/react-icons'
import type { Person } from './people.ts'

const useStyles = makeStyles({
  // The name of a group is one line by default; a reason is a sentence.
  reason: {
    height: 'auto',
    maxWidth: '20rem',
    paddingTop: tokens.spacingVerticalXS,
    paddingBottom: tokens.spacingVerticalXS,
    fontWeight: tokens.fontWeightRegular,
    // A cell of a table would keep it on one line.
    whiteSpace: 'normal',
  },
})

export type PersonActions<Role extends string> = Readonly<{
  roles: readonly Role[]
  /** "the app", "the organization". */
  targetName: string
  /** Why this person may change nobody here, and who can. */
  permissionNotice: string | undefined
  onRole: (person: Person<Role>, role: Role) => void
  onRemove: (person: Person<Role>) => void
  onRenew: (person: Person<Role>) => void
  onCopyLink: (person: Person<Role>) => void
}>

type Props<Role extends string> = PersonActions<Role> & Readonly<{ person: Person<Role> }>

/** The actions for one person. Actions that are not allowed are disabled, with the reason. */
export function PersonMenu<Role extends string>(props: Props<Role>) {
  const { person, roles, targetName, permissionNotice, onRole, onRemove } = props
  const styles = useStyles()
  const reason = person.fixed ?? permissionNotice
  const isInvited = person.kind === 'invited'
  // Members may always leave, unless their role comes from owning the app or its organization.
  const isRemovable = person.fixed === undefined && (permissionNotice === undefined || person.isYou)
  return (
    <Menu
      // Within the page, yet not cut off by its cell.
      inline
      positioning={{ strategy: 'fixed', position: 'below', align: 'end' }}
      checkedValues={{ role: [person.role] }}
      onCheckedValueChange={(_event, { checkedItems: [chosen] }) => {
        const role = roles.find((candidate) => candidate === chosen)
        if (role !== undefined && role !== person.role) onRole(person, role)
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          size="small"
          icon={<MoreHorizontalRegular />}
          aria-label={`Actions for ${person.displayName}`}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuGroup>
            <MenuGroupHeader>Role</MenuGroupHeader>
            {roles.map((role) => (
              <MenuItemRadio key={role} name="role" value={role} disabled={reason !== undefined}>
                {role}
              </MenuItemRadio>
            ))}
          </MenuGroup>
          <MenuDivider />
          {isInvited && (
            <>
              <MenuItem onClick={() => props.onCopyLink(person)}>Copy link</MenuItem>
              <MenuItem onClick={() => props.onRenew(person)}>Renew invitation</MenuItem>
            </>
          )}
          <MenuItem disabled={!isRemovable} onClick={() => onRemove(person)}>
            {isInvited
              ? 'Revoke invitation'
              : person.isYou
                ? `Leave ${targetName}`
                : `Remove from ${targetName}`}
          </MenuItem>
          {reason !== undefined && (
            <MenuGroup>
              <MenuGroupHeader className={styles.reason}>{reason}</MenuGroupHeader>
            </MenuGroup>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
