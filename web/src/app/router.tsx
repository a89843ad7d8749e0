import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { Empty, ErrorState, Skeleton } from '../kit/loading.tsx'
import { Link } from '../kit/link.tsx'
import { parseSearch, writeSearch } from '../kit/url-state.ts'
import type { PageRow } from './pages.ts'

export type App = {
  /** `/portal`: every path of the app is below it. */
  base: string
  /** Around every page. */
  Frame: ComponentType<{ children: ReactNode }>
  pages: readonly PageRow[]
  /** Pages without the frame: sign-in, links. */
  bare?: readonly PageRow[]
}

export function routerOf({ base, Frame, pages, bare = [] }: App) {
  const root = createRootRoute({ component: Outlet })
  const framed = createRoute({
    getParentRoute: () => root,
    id: 'framed',
    component: () => (
      <Frame>
        <Outlet />
      </Frame>
    ),
  })
  const nothing = createRoute({ getParentRoute: () => framed, path: '$', component: NotFound })
  const children = [...pages.flatMap((page) => routeOf(page, framed)), nothing]
  const routeTree = root.addChildren([framed.addChildren(children), ...bare.flatMap((page) => routeOf(page, root))])
  return createRouter({
    routeTree,
    basepath: base,
    parseSearch,
    stringifySearch: writeSearch,
    defaultPendingComponent: () => <Skeleton lines={6} />,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

function routeOf({ path, load }: PageRow, parent: AnyRoute): AnyRoute[] {
  if (load === null) return []
  const component = lazyRouteComponent(load, 'Page')
  return [createRoute({ getParentRoute: () => parent, path, component, ...afterPaint })]
}

/**
 * Renders a page after the browser has painted the effect of the click: the marked link, the closed search. The router
 * waits for a loader whenever the path changes, if its result is not cached; a change of the query alone does not wait.
 */
const afterPaint = { loader: nextPaint, gcTime: 0, staleTime: Infinity }

/** A hidden page is not painted, so there is nothing to wait for. */
function nextPaint(): Promise<void> {
  return new Promise((done) =>
    typeof document === 'undefined' || document.hidden ? done() : requestAnimationFrame(() => setTimeout(done)),
  )
}

function NotFound() {
  return (
    <Empty
      title="There is no page here."
      acts={
        <Link className="link" to="/">
          Go to the first page
        </Link>
      }
    >
      The address may be mistyped, or the page has moved.
    </Empty>
  )
}
