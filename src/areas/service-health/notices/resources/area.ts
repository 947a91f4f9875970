import type { ResourceChange } from '../../../../management-api/notifications/resource-changes.ts'
import type { NoticeSource } from '../../../../management-api/notifications/sending/notice.ts'
import { textsOf } from '../../availability/rules.ts'

/** What is sent when an operator has set a resource to another state: all of it is in the notice. */
export const resourceNotices: NoticeSource =
  async () =>
  async ({ content }) => {
    // It is as `noteChanges` has written it.
    const { title, summary, ...change } = content as ResourceChange
    const { id, resourceId, current, previous, reasonType, at } = change
    const texts = textsOf({ state: current, title, summary })
    const name = resourceId.slice(resourceId.lastIndexOf('/') + 1)
    const verdict = `${name} is ${current}, and was ${previous}`
    return {
      at: new Date(at),
      title: title === null ? verdict : `${verdict}: ${title}`,
      status: current,
      eventType: undefined,
      services: [],
      details: [
        ['Resource', resourceId],
        ['State', `${current}, before ${previous}`],
        ['Reason', reasonType ?? undefined],
      ],
      text: texts.summary,
      resource: { id, resourceId, current, previous, reasonType, ...texts },
      data: JSON.stringify({
        ...{ resourceId, current, previous, ...texts },
        ...(reasonType !== null && { reasonType }),
        at,
      }),
    }
  }
