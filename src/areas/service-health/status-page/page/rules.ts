import { escapeXml as safe } from '../../feeds/atom/rules.ts'
import {
  endOf,
  type FeedEvent,
  nameOfType,
  titleOf,
  toTime,
  whereOf,
} from '../../feeds/text/rules.ts'
import { PAST_DAYS, type PublicEvents, shownSummaryOf, shownUpdatesOf } from '../rules.ts'

/** What was known when, if nothing later can be read. */
export type Stale = Readonly<{ knownAt: Date; minutes: number }>

type Kind = 'active' | 'planned' | 'resolved'

/** A shape beside each word, because a colour says nothing to some. */
const WORDS: Readonly<Record<Kind, string>> = {
  active: '▲ Active',
  planned: '◆ Planned',
  resolved: '✓ Resolved',
}

/** Without scripts, forms and images, so that it can be shown whatever an event contains. */
export function toPage(
  { current, planned, past }: PublicEvents,
  host: string,
  stale: Stale | undefined,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Status · ${safe(host)}</title>
<link rel="alternate" type="application/atom+xml" href="/status/v1/events.atom" title="Events">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Status</h1>
<p class="quiet">${safe(host)}. This page shows events that concern everyone. Sign in to see events that concern only some customers.</p>
${stale ? toNotice(stale) : ''}
${toState(current.length)}
${toSection('Now', current, 'active', undefined)}
${toSection('Planned maintenance', planned, 'planned', 'No maintenance is planned.')}
${toSection(`The last ${PAST_DAYS} days`, past, 'resolved', `No event has ended in the last ${PAST_DAYS} days.`)}
<footer class="quiet">Times are in UTC. The events are also available as an <a href="/status/v1/events.atom">Atom feed</a> and as <a href="/status/v1/events.json">JSON</a>.</footer>
</main>
</body>
</html>
`
}

const toNotice = ({ knownAt, minutes }: Stale) =>
  `<p class="notice" role="status">New events cannot be read at the moment. This page shows the state at ${toTime(knownAt)}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago.</p>`

const toState = (count: number) =>
  count === 0
    ? '<p class="state">✓ No event that concerns everyone is active.</p>'
    : `<p class="state bad">▲ ${count} active ${count === 1 ? 'event' : 'events'}</p>`

function toSection(
  title: string,
  events: readonly FeedEvent[],
  kind: Kind,
  empty: string | undefined,
): string {
  if (events.length === 0 && empty === undefined) return ''
  const content = events.map((event) => toArticle(event, kind)).join('\n')
  return `<section>\n<h2>${title}</h2>\n${content || `<p class="quiet">${empty}</p>`}\n</section>`
}

function toArticle(event: FeedEvent, kind: Kind): string {
  const { trackingId, properties, updatedAt } = event
  const { eventType, eventLevel, impactStartTime } = properties
  const about = [nameOfType(eventType), eventLevel, trackingId].filter((text) => text !== undefined)
  const where = whereOf(properties)
  const summary = shownSummaryOf(event)
  return `<article id="${safe(trackingId)}">
<h3>${safe(titleOf(event))}</h3>
<p><span class="word ${kind}">${WORDS[kind]}</span> <span class="quiet">${safe(about.join(' · '))}</span></p>
${where ? `<p>${safe(where)}</p>` : ''}
<p class="quiet">${[
    impactStartTime && `From ${toTimeElement(new Date(impactStartTime))}`,
    toUntil(event),
    `Updated ${toTimeElement(updatedAt)}`,
  ]
    .filter(Boolean)
    .join(' · ')}</p>
${summary ? `<p class="summary">${safe(summary)}</p>` : ''}
${toUpdates(event, kind)}
</article>`
}

function toUntil({ properties }: FeedEvent): string | undefined {
  const end = endOf(properties)
  return end && `Until ${toTimeElement(end)}`
}

function toUpdates(event: FeedEvent, kind: Kind): string {
  const updates = shownUpdatesOf(event)
  if (updates.length === 0) return ''
  const items = updates.map(
    ({ at, text }) =>
      `<li><span class="quiet">${toTimeElement(new Date(at))}</span>\n${safe(text)}</li>`,
  )
  const isOpen = kind === 'active' ? ' open' : ''
  const count = `${updates.length} ${updates.length === 1 ? 'update' : 'updates'}`
  return `<details${isOpen}><summary>${count}</summary><ol>${items.join('')}</ol></details>`
}

const toTimeElement = (time: Date) =>
  `<time datetime="${time.toISOString()}">${toTime(time)}</time>`

export const STYLE = `
:root{color-scheme:light dark;--text:#242424;--quiet:#5c5c5c;--line:#d6d6d6;--back:#fff;--card:#fafafa;--bad:#b10e1c;--warn:#8a4b00;--good:#0e700e;--plan:#115ea3}
@media (prefers-color-scheme:dark){:root{--text:#fff;--quiet:#adadad;--line:#424242;--back:#141414;--card:#1f1f1f;--bad:#f1707b;--warn:#f2c661;--good:#54b054;--plan:#62abf5}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:14px/20px "Segoe UI",system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:860px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:24px;line-height:32px;margin:0}
h2{font-size:16px;line-height:22px;margin:32px 0 8px}
h3{font-size:14px;line-height:20px;margin:0}
p{margin:4px 0 0}
a{color:var(--plan)}
.quiet{color:var(--quiet)}
.state{font-size:16px;line-height:22px;font-weight:600;margin-top:16px;padding:12px 16px;border:1px solid var(--line);border-left:4px solid var(--good);background:var(--card)}
.state.bad{border-left-color:var(--bad)}
.notice{margin-top:16px;padding:12px 16px;border:1px solid var(--warn);color:var(--warn);font-weight:600}
article{border:1px solid var(--line);border-radius:4px;background:var(--card);padding:12px 16px;margin-top:8px}
.word{font-weight:600}
.active{color:var(--bad)}.planned{color:var(--plan)}.resolved{color:var(--good)}
.summary{white-space:pre-line}
summary{cursor:pointer;margin-top:8px;color:var(--quiet)}
ol{list-style:none;margin:0;padding:0 0 0 12px;border-left:2px solid var(--line)}
li{margin-top:8px;white-space:pre-line}
time{white-space:nowrap}
footer{margin-top:40px;border-top:1px solid var(--line);padding-top:12px}
`
