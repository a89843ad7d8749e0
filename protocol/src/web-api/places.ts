import type { ActName } from '../people/acts.ts'

// The targets of the queue and the search: the page of each kind, and the act with which staff read it. A page of the portal
// shows only data of the person's own institution.

type Place = { readonly act: ActName; readonly console: string; readonly portal: string | null }

const place = (act: ActName, console: string, portal: string | null = null): Place => ({ act, console, portal })

export const places = {
  approval: place('approvals.read', '/console/approvals/{id}', '/portal/approvals/{id}'),
  exchange: place('holds.read', '/console/exchanges/{id}'),
  case: place('cases.read', '/console/cases/{id}'),
  hold: place('holds.read', '/console/holds/{id}'),
  party: place('kyb.read', '/console/parties/{id}'),
  institution: place('institutions.read', '/console/institutions/{id}'),
  kyb: place('kyb.read', '/console/kyb/{id}'),
  agreement: place('institutions.read', '/console/agreements/{id}', '/portal/company/agreements/{id}'),
  api_key: place('apikeys.read', '/console/api-keys/{id}', '/portal/developers/keys/{id}'),
  wallet: place('institutions.read', '/console/addresses/{id}', '/portal/addresses/{id}'),
  bank_account: place('institutions.read', '/console/bank-accounts/{id}', '/portal/addresses/bank-accounts?id={id}'),
  member: place('institutions.read', '/console/members/{id}', '/portal/people/{id}'),
  staff: place('staff.read', '/console/staff/{id}'),
  mint: place('institutions.read', '/console/mints/{id}', '/portal/supply/{id}'),
  redemption: place('institutions.read', '/console/redemptions/{id}', '/portal/supply/{id}'),
  withdrawal: place('institutions.read', '/console/withdrawals/{id}', '/portal/transfers/{id}'),
  deposit: place('institutions.read', '/console/deposits/{id}', '/portal/transfers/{id}'),
  wire: place('bank.read', '/console/wires/{id}', '/portal/transfers/{id}'),
  rail: place('institutions.read', '/console/rails/{id}', '/portal/rails/{id}'),
  payment: place('institutions.read', '/console/payments/{id}', '/portal/payments/{id}'),
  order: place('institutions.read', '/console/orders/{id}', '/portal/orders/{id}'),
  conversion: place('institutions.read', '/console/conversions/{id}', '/portal/orders?conversion={id}'),
  payout: place('bank.read', '/console/payouts/{id}'),
  bank_case: place('bank.read', '/console/bank-cases/{id}'),
  debt: place('institutions.read', '/console/institutions/{id}'),
  halt: place('chains.read', '/console/halts/{id}'),
  journal: place('ledger.read', '/console/ledger/journals/{id}'),
  account: place('ledger.read', '/console/ledger/accounts/{id}'),
} as const satisfies Record<string, Place>

export type PlaceKind = keyof typeof places

/** The page of one item; null if that side has none. */
export function pageOf(kind: PlaceKind, id: string, side: 'console' | 'portal'): string | null {
  const template: string | null = places[kind][side]
  return template && template.replace('{id}', encodeURIComponent(id))
}
