import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Loaded } from '../../ui/Loaded.tsx'
import { WhoCan } from '../../ui/WhoCan.tsx'
import { AppFrame } from './AppFrame.tsx'
import { peopleOfApp, whoCanOnApp } from './app-people.ts'
import { InviteToApp } from './InviteToApp.tsx'
import { Outcome } from './Outcome.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { type Person, withArticle } from './people.ts'
import { type App, appQuery, userQuery } from './queries.ts'
import {
  APP_ROLES,
  type AppRole,
  appPeopleQuery,
  changeAppInvitation,
  changeAppRole,
  renewAppInvitation,
} from './queries-members.ts'
import { useAppAddress } from './useAppAddress.ts'
import { useChange } from './useChange.ts'

const RemoveFromApp = lazy(async () => ({
  default: (await import('./RemoveFromApp.tsx')).RemoveFromApp,
}))

export function AppMembersPage() {
  return (
    <AppFrame active="members" action={(app) => <InviteToApp app={app} />}>
      {(app) => <Members app={app} />}
    </AppFrame>
  )
}

function Members({ app }: Readonly<{ app: App }>) {
  const { owner, app: name, kind } = useAppAddress()
  const isManager = app.member_permissions[0] === 'manager'
  const query = useQuery(appPeopleQuery({ owner, app: name }, kind, isManager))
  const { data: you } = useQuery(userQuery)
  const [leaving, setLeaving] = useState<Person<AppRole>>()
  const change = useChange([{ queryKey: appQuery(owner, name).queryKey }])
  const { mutate } = change
  const whoCan =
    query.data &&
    whoCanOnApp(app, query.data.users, 'invite people, change roles and remove members')
  const actions = useMemo(() => {
    const key = { owner, app: name }
    return {
      roles: APP_ROLES,
      place: 'the app',
      whoCan,
      onRole: ({ kind: is, email, displayName }: Person<AppRole>, role: AppRole) =>
        mutate({
          run: () => (is === 'member' ? changeAppRole : changeAppInvitation)(key, email, role),
          done: `${displayName} is now ${is === 'member' ? '' : 'invited as '}${withArticle(role)}`,
          failed: 'The role was not changed.',
        }),
      onRenew: ({ email }: Person<AppRole>) =>
        mutate({
          run: () => renewAppInvitation(key, email),
          done: `The invitation of ${email} was renewed and ends in 30 days`,
          failed: 'The invitation was not sent again.',
          isUnseen: true,
        }),
      onRemove: setLeaving,
    }
  }, [owner, name, whoCan, mutate])
  return (
    <>
      {whoCan && <WhoCan sentence={whoCan} />}
      <Outcome change={change} />
      <Loaded query={query} what="members">
        {(known) => <PeopleTable actions={actions} people={peopleOfApp({ app, you, ...known })} />}
      </Loaded>
      {leaving && (
        <Suspense>
          <RemoveFromApp app={app} person={leaving} onClose={() => setLeaving(undefined)} />
        </Suspense>
      )}
    </>
  )
}
