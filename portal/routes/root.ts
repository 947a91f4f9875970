import { createRootRoute, createRoute } from '@tanstack/react-router'
import { Shell } from '../shell/Shell.tsx'

export const root = createRootRoute()

/** Of every page of somebody who is signed in. */
export const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
