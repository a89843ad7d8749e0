import { useNavigate, useParams, useSearch } from '@tanstack/react-router'

export type UrlState = { readonly [name: string]: string }

/** The query of the address: filters and open tabs. It survives a reload and can be shared. */
export function useUrlState(): [UrlState, (change: Record<string, string | undefined>) => void] {
  const state: UrlState = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (values: Record<string, string | undefined>) => {
    const next = Object.entries({ ...state, ...values }).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ to: '.', search: Object.fromEntries(next), replace: true })
  }
  return [state, change]
}

/** The id in the path of a detail page, `/approvals/$id`. */
export const usePathId = (): string => useParams({ strict: false }).id

/** Plain strings: by default the router reads `?q=123` as a number. */
export const parseSearch = (query: string): UrlState => Object.fromEntries(new URLSearchParams(query))
export const writeSearch = (state: Record<string, unknown>): string => {
  const query = new URLSearchParams(Object.entries(state).map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? '' : `?${query}`
}
