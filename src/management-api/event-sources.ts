/** What an event, or the entry of an alert, is about; alert rules call it their category. */
export const EVENT_SOURCES = ['ResourceHealth', 'ServiceHealth'] as const
export type EventSource = (typeof EVENT_SOURCES)[number]
