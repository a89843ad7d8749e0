import { useSyncExternalStore } from 'react'

// The theme chosen on this device. theme.js applies it before the first paint; Mantine only reads it.

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'specie-theme'
/** The service renders pages too. It knows no theme. */
const dark = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

const chosen = (): Theme => themes.find((theme) => theme === localStorage.getItem(key)) ?? 'system'

function apply(): void {
  const theme = chosen()
  const isDark = theme === 'dark' || (theme === 'system' && dark?.matches === true)
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light'
  for (const tell of listeners) tell()
}
dark?.addEventListener('change', apply)

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  apply()
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, chosen, () => 'system')
export const useIsDark = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset['mantineColorScheme'] === 'dark',
    () => false,
  )
