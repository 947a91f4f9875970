import { PageLink } from '../page/PageLink.tsx'
import { Notice } from './Notice.tsx'
import { RequestId } from './RequestId.tsx'

type Props = Readonly<{ what: string; error?: Error }>

/** Not found and not allowed look the same, so that the page does not reveal what exists. */
export function NotFoundState({ what, error }: Props) {
  return (
    <Notice
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} not found`}
      text="It does not exist, it was renamed or deleted, or you do not have access to it. Check the address, or ask the person who shared it to give you access."
    >
      <PageLink to="/">Go to Home</PageLink>
      <RequestId error={error} />
    </Notice>
  )
}
