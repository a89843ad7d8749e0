import { type AnyRouter, useRouter } from '@tanstack/react-router'

function placeIn(router: AnyRouter, address: string | null): string | null {
  const base = router.options.basepath ?? ''
  if (address === null || !address.startsWith(`${base}/`)) return null
  const path = address.slice(base.length)
  const [, , route] = router.getMatchedRoutes(path.split('?', 1)[0]!)
  return route === undefined || route.fullPath === '/$' ? null : path
}

/** Turns an address from the service into a path of this app; null if the app has no such page. */
export function usePlace(): (address: string | null) => string | null {
  const router = useRouter()
  return (address) => placeIn(router, address)
}
