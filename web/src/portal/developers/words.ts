import type { Scope } from '@specie/protocol/endpoints/endpoint.ts'
import type { Output } from '../../api/call.ts'
import { durationText } from '../../kit/value/countdown.tsx'

export type Key = Output<'key'>

/** The calls of each scope. */
export const scopeWords: Record<Scope, { title: string; does: string }> = {
  read: { title: 'Read', does: 'Balances, orders, payments, reports' },
  trade: { title: 'Trade', does: 'Orders, firm quotes, conversions' },
  mint: { title: 'Mint and redeem', does: 'New coins for money, money for coins' },
  withdraw: { title: 'Withdraw', does: 'Send coins and money to listed destinations' },
  rails: { title: 'Rails', does: 'Set up payment rails' },
}

export const scopeText = (scopes: readonly Scope[]): string => scopes.map((scope) => scopeWords[scope].title).join(', ')

const windows = [5_000, 10_000, 30_000, 60_000, 300_000]
export const windowChoices = [
  { value: '', label: 'Any age' },
  ...windows.map((ms) => ({ value: String(ms), label: `At most ${durationText(ms)} old` })),
]
export const windowText = (ms: number | null): string => (ms === null ? 'Any age' : `At most ${durationText(ms)} old`)

/** An expired key keeps its state, but the service refuses its calls. */
export const shownState = ({ status, expires_at }: Pick<Key, 'status' | 'expires_at'>): string =>
  ['active', 'rotating'].includes(status) && expires_at !== null && Date.parse(expires_at) <= Date.now()
    ? 'expired'
    : status

export const developerTabs = [
  { to: '/developers', title: 'API keys' },
  { to: '/developers/signature', title: 'Signature tester' },
  { to: '/developers/events', title: 'Events' },
]
