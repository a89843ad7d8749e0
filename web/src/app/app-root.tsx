import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useIsDark } from '../kit/theme.ts'
import type { routerOf } from './router.tsx'

type Props = { router: ReturnType<typeof routerOf>; client: QueryClient }

/** What is around every page. */
export function AppRoot({ router, client }: Props) {
  const isDark = useIsDark()
  return (
    // No style is injected: the policy of our pages forbids it, and style/mantine.css has all that is needed.
    <MantineProvider
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateCssVariables={false}
      forceColorScheme={isDark ? 'dark' : 'light'}
    >
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
