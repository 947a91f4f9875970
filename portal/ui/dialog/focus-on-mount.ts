/** As a `ref`, at once: what had the focus is gone, and a dialog without the focus is hidden from screen readers. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
