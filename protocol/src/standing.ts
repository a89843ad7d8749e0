import { machines } from './machines.ts'

// The fate of open operations when their institution is suspended or offboarded, when the key of their request is
// revoked, or when one of their approvers leaves. The database holds the same table and decides by it
// (compliance.standing_hold_reasons); docs/states.md shows it.

/**
 * `continues`: nothing changes. `waits`: its money stays; after the suspension it continues with a new screening.
 * `ends`: it can no longer be stopped, so it completes and staff get a case; if its payment fails, it waits. `returns`:
 * the money is returned to the balance, the sender or the payer. `stays`: until staff decide. The other words have their
 * usual meaning.
 */
export const courses = [
  'continues',
  'waits',
  'ends',
  'is returned',
  'stays',
  'rejected',
  'only rejected',
  'withdrawn',
] as const
export type Course = (typeof courses)[number]

/** The possible events for the institution, or for its keys and people. `suspended` includes an overdue review. */
export const stoppings = ['suspended', 'offboarded', 'key_revoked', 'approver_left'] as const
type Courses = { readonly [stopping in (typeof stoppings)[number]]: Course }

const course = (suspended: Course, offboarded: Course): Courses => ({
  suspended,
  offboarded,
  key_revoked: 'continues', // a valid key made the request
  approver_left: 'continues', // the approval stays valid
})

const onward = course('continues', 'continues')
const stopped = course('waits', 'is returned')
const irrevocable = course('ends', 'ends')
const undecided = course('rejected', 'rejected')

/** The open states of each kind. A missing state has nothing left to stop. */
export const standings: {
  readonly [kind in StoppedKind]: { readonly [state in StatesOf<kind>]?: Courses }
} = {
  mint: {
    requested: stopped,
    screening: stopped,
    held: stopped,
    funding: stopped,
    funded: stopped,
    waiting_reserve: stopped,
    sending: stopped,
    confirming: irrevocable,
  },
  redemption: {
    requested: stopped,
    screening: stopped,
    held: stopped,
    burning: stopped,
    confirming: stopped, // the burn ends; its payout waits
    paying: stopped,
    returned: stopped,
  },
  conversion: {
    waiting_deposit: stopped,
    sending: stopped,
    converting: stopped,
    filled: irrevocable, // sold: the mint waits for the proceeds; after that, the row of the mint decides
  },
  withdrawal: {
    requested: stopped,
    screening: stopped,
    travel_rule: stopped,
    held: stopped,
    approved: stopped,
    sending: stopped,
    confirming: irrevocable,
  },
  deposit: {
    seen: onward, // it is screened before it is credited, and waits there
    confirming: onward,
    below_minimum: onward, // a stranger can send dust, and it stays permanently
    screening: course('waits', 'stays'),
    held: course('waits', 'stays'),
    returning: onward,
  },
  wire: {
    booked: onward, // without an owner yet
    unidentified: onward,
    attributed: stopped,
    screening: stopped,
    held: stopped,
    return_pending: onward,
  },
  payment_rail: {
    pending: stopped,
    held: stopped,
    active: stopped,
    suspended: stopped,
  },
  payment: {
    received: stopped,
    screening: stopped,
    held: stopped,
    converting: stopped,
    sending: stopped,
    failed: stopped,
    returning: onward,
  },
  order: { received: undecided },
  quote: { open: undecided },
  approval: {
    waiting: { ...course('only rejected', 'withdrawn'), key_revoked: 'only rejected' },
  },
}

type StatesOf<kind extends StoppedKind> = kind extends keyof typeof machines
  ? keyof (typeof machines)[kind]['states'] & string
  : 'open'
export type StoppedKind =
  | 'mint'
  | 'redemption'
  | 'conversion'
  | 'withdrawal'
  | 'deposit'
  | 'wire'
  | 'payment_rail'
  | 'payment'
  | 'order'
  | 'quote'
  | 'approval'

export type StandingRow = { readonly kind: StoppedKind; readonly state: string } & Courses

export const standingRows: readonly StandingRow[] = Object.entries(standings).flatMap(([kind, states]) =>
  Object.entries<Courses>(states).map(([state, courses]) => ({ kind: kind as StoppedKind, state, ...courses })),
)
