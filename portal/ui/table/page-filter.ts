const MARK = 'data-page-filter'

/** Marks the field that filters the list of a page, for the key that leads to it. */
export const pageFilterMark = { [MARK]: '' }
export const PAGE_FILTER = `[${MARK}]`
