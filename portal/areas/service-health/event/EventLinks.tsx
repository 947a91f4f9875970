import { Button, Link, makeStyles, tokens } from '@fluentui/react-components'
import type { components } from '../../../../client/generated/service-health.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { findAddress } from './link-address.ts'

type EventLink = components['schemas']['Link']

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
})

const nameOf = ({ displayText = {}, bladeName = '', extensionName = '' }: EventLink): string =>
  displayText.localizedValue || displayText.value || bladeName || extensionName

/** Buttons and links as the event says. */
export function EventLinks({ links }: Readonly<{ links: readonly EventLink[] }>) {
  const styles = useStyles()
  return (
    <Section title="Links">
      <ul className={styles.list}>
        {links.map((link) => (
          <li key={JSON.stringify(link)}>
            <OneLink link={link} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Without an address it names a page of another portal, which this one cannot open. */
function OneLink({ link }: Readonly<{ link: EventLink }>) {
  const address = findAddress(link.parameters)
  const name = nameOf(link)
  if (address === undefined) return <span>{`${name} (${link.extensionName ?? 'no address'})`}</span>
  const opened = { href: address, target: '_blank', rel: 'noopener noreferrer' }
  return link.type === 'Button' ? (
    <Button as="a" {...opened}>
      {name}
    </Button>
  ) : (
    <Link {...opened}>{name}</Link>
  )
}
