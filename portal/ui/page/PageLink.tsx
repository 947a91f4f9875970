import { Link } from '@fluentui/react-components'
import { createLink } from '@tanstack/react-router'

/** A Fluent link to a page of the portal. */
export const PageLink = createLink(Link)
