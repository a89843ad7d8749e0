import { machines } from './machines.ts'

// What happens to things under way when their institution is suspended or offboarded, when the key that asked for them is
// revoked, or when a person who approved or should approve them leaves. The database holds the same table and decides by it
// (compliance.standing_hold_reasons); docs/states.md shows it.

/**
 * goes on: nothing changes. waits: its money stays where it is; it goes on, screened again, once the suspension is lifted.
 * ends: it cannot be stopped any more, and is reported; if it has not left after all, it waits. goes back: to the balance, the sender or the payer. stays: until
 * people decide. rejected, only refused, withdrawn: as it says.
 */
export const courses = [
  'goes on',
  'waits',
  'ends',
  'goes back',
  'stays',
  'rejected',
  'only refused',
  'withdrawn',
] as const
export type Course = (typeof courses)[number]

/** What may happen to the institution, or to those who act for it. `suspended` is also a review that is overdue. */
export const stoppings = ['suspended', 'offboarded', 'key_revoked', 'approver_left'] as const
type Courses = { readonly [stopping in (typeof stoppings)[number]]: Course }

const course = (suspended: Course, offboarded: Course): Courses => ({
  suspended,
  offboarded,
  key_revoked: 'goes on', // what was asked for was asked for by a key that was good
  approver_left: 'goes on', // what was approved stays approved
})

const onward = course('goes on', 'goes on')
const stopped = course('waits', 'goes back')
const irrevocable = course('ends', 'ends')
const undecided = course('rejected', 'rejected')

/** The states of each kind in which something is still to happen. A state that is missing has nothing left to stop. */
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
    confirming: stopped, // the burn ends; what it pays waits
    paying: stopped,
    returned: stopped,
  },
  conversion: {
    waiting_deposit: stopped,
    sending: stopped,
    converting: stopped,
    filled: irrevocable, // sold: its mint waits for the proceeds, and then by itself
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
    seen: onward, // nothing is credited before it is screened, and there it waits
    confirming: onward,
    below_minimum: onward, // anybody can send dust, and it stays for good
    screening: course('waits', 'stays'),
    held: course('waits', 'stays'),
    returning: onward,
  },
  wire: {
    booked: onward, // nobody's as yet
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
    waiting: { ...course('only refused', 'withdrawn'), key_revoked: 'only refused' },
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
