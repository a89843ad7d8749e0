import { useRouter } from '@tanstack/react-router'

/** Turns the address of a page, as the service tells it, into one of this app; null where there is no such page yet. */
export function usePlace(): (address: string | null) => string | null {
  const router = useRouter()
  return (address) => {
    if (address === null) return null
    const path = address.replace(/^\/console/, '')
    const [, , route] = router.getMatchedRoutes(path)
    return route === undefined || route.fullPath === '/$' ? null : path
  }
}
