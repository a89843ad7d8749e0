import '../style/index.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '../api/use-call.ts'
import { useIsDark } from '../kit/theme.ts'
import { type App, routerOf } from './router.tsx'

/** Shows an app in the page that loaded it. */
export function start(app: App): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <Root router={routerOf(app)} />
    </StrictMode>,
  )
}

function Root({ router }: { router: ReturnType<typeof routerOf> }) {
  const isDark = useIsDark()
  return (
    // No style is injected: the policy of our pages forbids it, and style/mantine.css has all that is needed.
    <MantineProvider
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateCssVariables={false}
      forceColorScheme={isDark ? 'dark' : 'light'}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
