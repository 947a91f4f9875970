import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './root.ts'

/** Of every page that calls the operator API. */
export const operators = createRoute({
  getParentRoute: () => shell,
  id: 'operators',
  component: lazyRouteComponent(() => import('../operate/OperatorsOnly.tsx'), 'OperatorsOnly'),
})
