import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ChangeResult } from '../../../ui/form/ChangeResult.tsx'
import { PermissionNotice } from '../../../ui/form/PermissionNotice.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { userQuery } from '../account/queries.ts'
import { AppLayout } from '../apps/AppLayout.tsx'
import { type App, appQuery } from '../apps/queries.ts'
import { useAppAddress } from '../apps/useAppAddress.ts'
import { describeRenewed } from '../invitations/describe-renewed.ts'
import { InviteToApp } from '../invitations/InviteToApp.tsx'
import {
  changeAppInvitation,
  copyAppLink,
  type Invited,
  renewAppInvitation,
} from '../invitations/queries.ts'
import { appPermissionNotice, peopleOfApp } from './app-people.ts'
import { PeopleTable } from './PeopleTable.tsx'
import type { Person } from './people.ts'
import { appPeopleQuery, changeAppRole } from './queries.ts'
import { APP_ROLES, type AppRole, withArticle } from './roles.ts'

const LinkDialog = lazy(async () => ({
  default: (await import('../invitations/inviting/LinkDialog.tsx')).LinkDialog,
}))
const RemoveFromApp = lazy(async () => ({
  default: (await import('./RemoveFromApp.tsx')).RemoveFromApp,
}))

export function AppMembersPage() {
  return (
    <AppLayout active="members" action={(app) => <InviteToApp app={app} />}>
      {(app) => <Members app={app} />}
    </AppLayout>
  )
}

function Members({ app }: Readonly<{ app: App }>) {
  const { owner, app: name, kind } = useAppAddress()
  const isManager = app.member_permissions[0] === 'manager'
  const query = useQuery(appPeopleQuery({ owner, app: name }, kind, isManager))
  const { data: you } = useQuery(userQuery)
  const [leaving, setLeaving] = useState<Person<AppRole>>()
  const [copied, setCopied] = useState<Person<AppRole>>()
  const change = useChange([{ queryKey: appQuery(owner, name).queryKey }])
  const { mutate } = change
  const permissionNotice =
    query.data &&
    appPermissionNotice(app, query.data.users, 'invite people, change roles and remove members')
  const actions = useMemo(() => {
    const key = { owner, app: name }
    return {
      roles: APP_ROLES,
      targetName: 'the app',
      permissionNotice,
      onRole: ({ kind: is, email, displayName }: Person<AppRole>, role: AppRole) =>
        mutate({
          run: () => (is === 'member' ? changeAppRole : changeAppInvitation)(key, email, role),
          done: `${displayName} is now ${is === 'member' ? '' : 'invited as '}${withArticle(role)}`,
          failed: 'The role was not changed.',
        }),
      onRenew: ({ email }: Person<AppRole>) =>
        mutate({
          run: () => renewAppInvitation(key, email),
          done: (answer) => describeRenewed(email, answer as Invited),
          failed: 'The invitation was not renewed.',
          needsMessage: true,
        }),
      onRemove: setLeaving,
      onCopyLink: setCopied,
    }
  }, [owner, name, permissionNotice, mutate])
  return (
    <>
      {permissionNotice && <PermissionNotice sentence={permissionNotice} />}
      <ChangeResult change={change} />
      <Loaded query={query} what="members">
        {(known) => <PeopleTable actions={actions} people={peopleOfApp({ app, you, ...known })} />}
      </Loaded>
      {copied && (
        <Suspense>
          <LinkDialog
            email={copied.email}
            copy={() => copyAppLink({ owner, app: name }, copied.email)}
            onClose={() => setCopied(undefined)}
          />
        </Suspense>
      )}
      {leaving && (
        <Suspense>
          <RemoveFromApp app={app} person={leaving} onClose={() => setLeaving(undefined)} />
        </Suspense>
      )}
    </>
  )
}
