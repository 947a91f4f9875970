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
  place: string
  /** Why this person may change nobody here, and who can. */
  whoCan: string | undefined
  onRole: (person: Person<Role>, role: Role) => void
  onRemove: (person: Person<Role>) => void
  onRenew: (person: Person<Role>) => void
}>

type Props<Role extends string> = PersonActions<Role> & Readonly<{ person: Person<Role> }>

/** What can be done about one person. What cannot is there too, and says why. */
export function PersonMenu<Role extends string>(props: Props<Role>) {
  const { person, roles, place, whoCan, onRole, onRemove, onRenew } = props
  const styles = useStyles()
  const reason = person.fixed ?? whoCan
  const isInvited = person.kind === 'invited'
  // Whoever is there may always go, unless they hold their role by other means.
  const isRemovable = person.fixed === undefined && (whoCan === undefined || person.isYou)
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
          {isInvited && <MenuItem onClick={() => onRenew(person)}>Send again</MenuItem>}
          <MenuItem disabled={!isRemovable} onClick={() => onRemove(person)}>
            {isInvited
              ? 'Cancel invitation'
              : person.isYou
                ? `Leave ${place}`
                : `Remove from ${place}`}
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
