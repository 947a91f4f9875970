import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Section } from '../../../ui/page/Section.tsx'
import { findDescriptionTitle } from '../events/event-summary.ts'
import type { Event } from '../events/queries.ts'
import { EventLinks } from './EventLinks.tsx'
import { EventText } from './EventText.tsx'

const useStyles = makeStyles({
  actions: { ...typographyStyles.body1, margin: 0, paddingLeft: tokens.spacingHorizontalXXL },
  faqs: { display: 'grid', gap: tokens.spacingVerticalS, width: '100%' },
  question: { ...typographyStyles.body1Strong, cursor: 'pointer' },
})

/** What the event says, part by part; parts that it does not have are left out. */
export function EventTexts({ event }: Readonly<{ event: Event }>) {
  const { properties } = event
  const { article, additionalInformation, links = [] } = properties
  const texts: readonly (readonly [title: string, text: string | undefined])[] = [
    ['Summary', properties.summary],
    [properties.header ?? findDescriptionTitle(event), properties.description],
    ['Article', article?.articleContent],
    ['Additional information', additionalInformation?.message],
  ]
  return (
    <>
      {texts.map(
        ([title, text]) =>
          text && (
            <Section key={title} title={title}>
              <EventText text={text} />
            </Section>
          ),
      )}
      <RecommendedActions event={event} />
      {links.length > 0 && <EventLinks links={links} />}
      <Faqs event={event} />
    </>
  )
}

function RecommendedActions({ event }: Readonly<{ event: Event }>) {
  const styles = useStyles()
  const { message, actions = [] } = event.properties.recommendedActions ?? {}
  const texts = actions.flatMap(({ actionText }) => actionText ?? [])
  if (!message && texts.length === 0) return null
  return (
    <Section title="Recommended actions">
      {message && <EventText text={message} />}
      {texts.length > 0 && (
        <ol className={styles.actions}>
          {texts.map((text) => (
            <li key={text}>
              <EventText text={text} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function Faqs({ event }: Readonly<{ event: Event }>) {
  const styles = useStyles()
  const { faqs = [] } = event.properties
  if (faqs.length === 0) return null
  return (
    <Section title="Questions and answers">
      <div className={styles.faqs}>
        {faqs.map(({ question = '', answer = '' }) => (
          <details key={question}>
            <summary className={styles.question}>{question}</summary>
            <EventText text={answer} />
          </details>
        ))}
      </div>
    </Section>
  )
}
