import {
  AriaLiveAnnouncer,
  createDOMRenderer,
  FluentProvider,
  makeStaticStyles,
  RendererProvider,
} from '@fluentui/react-components'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { queryClient } from './api.ts'
import { router } from './routes.tsx'
import { styleNonce } from './settings.ts'
import { useTheme } from './ui/theme/theme.ts'

/** Styles are made here; the policy of the page believes only those with its nonce. */
const renderer = createDOMRenderer(document, { styleElementAttributes: { nonce: styleNonce } })

const usePageStyles = makeStaticStyles({ body: { margin: 0 } })

export function Portal() {
  return (
    <RendererProvider renderer={renderer} targetDocument={document}>
      <Themed />
    </RendererProvider>
  )
}

function Themed() {
  usePageStyles()
  const { theme, scheme } = useTheme()
  useLayoutEffect(() => {
    // Scroll bars and what else the browser draws.
    document.documentElement.style.colorScheme = scheme
  }, [scheme])
  return (
    <FluentProvider theme={theme}>
      <AriaLiveAnnouncer>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AriaLiveAnnouncer>
    </FluentProvider>
  )
}
