import { lazyRouteComponent } from '@tanstack/react-router'

/** Pages that several routes have, or that few people open. */
export const AppPage = lazyRouteComponent(
  () => import('./areas/app-management/apps/AppPage.tsx'),
  'AppPage',
)
export const AppMembersPage = lazyRouteComponent(
  () => import('./areas/app-management/members/AppMembersPage.tsx'),
  'AppMembersPage',
)
export const AppSettingsPage = lazyRouteComponent(
  () => import('./areas/app-management/apps/AppSettingsPage.tsx'),
  'AppSettingsPage',
)
export const PasswordPage = lazyRouteComponent(
  () => import('./areas/app-management/account/sign-in/PasswordPage.tsx'),
  'PasswordPage',
)
export const SessionsPage = lazyRouteComponent(
  () => import('./areas/app-management/account/sign-in/SessionsPage.tsx'),
  'SessionsPage',
)
export const GrantsPage = lazyRouteComponent(
  () => import('./areas/app-management/account/sign-in/GrantsPage.tsx'),
  'GrantsPage',
)
