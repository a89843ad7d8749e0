import { type AnyRouter, useRouter } from '@tanstack/react-router'

function placeIn(router: AnyRouter, address: string | null): string | null {
  const base = router.options.basepath ?? ''
  if (address === null || !address.startsWith(`${base}/`)) return null
  const path = address.slice(base.length)
  const [, , route] = router.getMatchedRoutes(path.split('?', 1)[0]!)
  return route === undefined || route.fullPath === '/$' ? null : path
}

/** Turns the address of a page, as the service tells it, into a path of this app; null where there is no such page. */
export function usePlace(): (address: string | null) => string | null {
  const router = useRouter()
  return (address) => placeIn(router, address)
}
