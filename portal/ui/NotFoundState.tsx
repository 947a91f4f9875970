import { Notice } from './Notice.tsx'
import { PageLink } from './PageLink.tsx'

/** Not found and not allowed look alike: we do not tell which it is. */
export function NotFoundState({ what }: Readonly<{ what: string }>) {
  return (
    <Notice
      title={`There is no ${what} here for you`}
      text="It may have another name, be gone, or not be open to you. Check the address, or ask whoever sent it to give you access."
    >
      <PageLink to="/">Go to your apps</PageLink>
    </Notice>
  )
}
