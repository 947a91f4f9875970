import { dataOf, EMPTY_BODY } from '../../../client/api-client.ts'
import type { components } from '../../../client/generated/app-management.ts'
import { appManagement } from '../../api.ts'
import type { App } from './queries.ts'
import { toForm } from './queries-pictures.ts'

export type AppChange = components['schemas']['AppChange']
export type AppKey = Readonly<{ owner: string; app: string }>

export const pathOf = ({ owner, app }: AppKey) => ({ owner_name: owner, app_name: app })

const ONE_APP = '/v0.1/apps/{owner_name}/{app_name}'

export const changeApp = (key: AppKey, change: AppChange): Promise<App> =>
  dataOf(appManagement.PATCH(ONE_APP, { params: { path: pathOf(key) }, body: change }))

export const deleteApp = (key: AppKey): Promise<unknown> =>
  dataOf(appManagement.DELETE(ONE_APP, { params: { path: pathOf(key) } }))

/** Nothing takes the picture away. */
export function setAppPicture(key: AppKey, picture: File | undefined): Promise<App> {
  const params = { path: pathOf(key) }
  const address = '/v0.1/apps/{owner_name}/{app_name}/avatar'
  return picture
    ? dataOf(appManagement.POST(address, { params, ...toForm(picture) }))
    : dataOf(appManagement.DELETE(address, { params }))
}

/** To an organization the caller administers. The app's tokens and invitations end with it. */
export const transferApp = (key: AppKey, organization: string): Promise<App> =>
  dataOf(
    appManagement.POST('/v0.1/apps/{owner_name}/{app_name}/transfer/{destination_owner_name}', {
      params: { path: { ...pathOf(key), destination_owner_name: organization } },
      body: EMPTY_BODY,
    }),
  )
