import { type Machine, machine } from './machine.ts'

// The table of every state machine: state → event → next state. The database holds the same tables and refuses every other step
// (S1). The first state is the initial one; a state without events is final.

export type { Machine }

type Transition<S extends string = string> = { readonly from: S; readonly event: string; readonly to: S }

/** Non-empty, as zod's enum requires. */
export function statesOf<S extends string>(machine: Machine<S>): [S, ...S[]] {
  return Object.keys(machine.states) as [S, ...S[]]
}

/** The state after `event`; null for an unknown step. */
export function next<S extends string>(machine: Machine<S>, state: S, event: string): S | null {
  const steps = machine.states[state]
  return Object.hasOwn(steps, event) ? steps[event]! : null
}

export function isFinal<S extends string>(machine: Machine<S>, state: S): boolean {
  return Object.keys(machine.states[state]).length === 0
}

/** A hold has nothing left to stop. */
export function isDone<S extends string>(machine: Machine<S>, state: S): boolean {
  return isFinal(machine, state) || machine.done.includes(state)
}

/** A held operation is `held` for clients, in any state. */
export function publicState<S extends string>(machine: Machine<S>, state: S, onHold = false): string | null {
  return onHold && !isDone(machine, state) ? 'held' : (machine.shown[state] ?? null)
}

/** The internal states with this client name; null if there is no name. */
export function statesBehind<S extends string>(machine: Machine<S>, shown: string | undefined): S[] | null {
  return shown === undefined ? null : statesOf(machine).filter((state) => machine.shown[state] === shown)
}

export function transitions<S extends string>(machine: Machine<S>): Transition<S>[] {
  return statesOf(machine).flatMap((from) =>
    Object.entries<S>(machine.states[from]).map(([event, to]) => ({ from, event, to })),
  )
}

/** The shortest path from the initial state to `state`. */
export function pathTo<S extends string>(machine: Machine<S>, state: S): Transition<S>[] {
  const paths = new Map<S, Transition<S>[]>([[machine.initial, []]])
  const steps = transitions(machine)
  // A Map iterates over entries added during the iteration: breadth first.
  for (const [reached, path] of paths) {
    if (reached === state) return path
    for (const step of steps) if (step.from === reached && !paths.has(step.to)) paths.set(step.to, [...path, step])
  }
  throw new Error(`${machine.name}: no way leads to ${state}`)
}

/** An exchange of the Travel Rule that ends without an approval. */
const givenUp = { reject: 'rejected', time_out: 'timed_out', cancel: 'canceled' } as const

export const machines = {
  person: machine('person', {
    invited: { accept: 'active', remove: 'removed' },
    active: { suspend: 'suspended', remove: 'removed' },
    suspended: { reinstate: 'active', remove: 'removed' },
    removed: {},
  }),

  approval: machine('approval', {
    waiting: { approve: 'approved', refuse: 'refused', expire: 'expired', withdraw: 'withdrawn' },
    approved: {},
    refused: {},
    expired: {},
    withdrawn: {},
  }),

  kyb_case: machine('kyb_case', {
    draft: { submit: 'submitted' },
    submitted: { screen: 'screening' },
    screening: { clear: 'in_review', require_edd: 'edd_required' },
    edd_required: { complete_edd: 'in_review', request_info: 'info_requested' },
    in_review: { approve: 'approved', reject: 'rejected', request_info: 'info_requested' }, // four eyes
    info_requested: { submit: 'submitted' },
    approved: { fall_due: 'periodic_review', suspend: 'suspended' },
    periodic_review: { approve: 'approved', lapse: 'review_overdue', suspend: 'suspended' }, // keeps its access
    review_overdue: { approve: 'approved', suspend: 'suspended' }, // after the deadline: the institution has no access
    suspended: { reinstate: 'approved', offboard: 'offboarded' },
    rejected: {},
    offboarded: {},
  }),

  agreement: machine('agreement', {
    drafted: { send: 'sent' },
    sent: { sign: 'signed', expire: 'expired' },
    signed: { activate: 'active', terminate: 'terminated' }, // activate: countersigned
    active: { supersede: 'superseded', terminate: 'terminated' },
    expired: {},
    superseded: {},
    terminated: {},
  }),

  api_key: machine('api_key', {
    registered: { prove: 'active', revoke: 'revoked' }, // the key signs a challenge
    active: { rotate: 'rotating', freeze: 'frozen', revoke: 'revoked' },
    rotating: { freeze: 'frozen', revoke: 'revoked' }, // its successor works alongside it
    frozen: { unfreeze: 'active', resume: 'rotating', revoke: 'revoked' }, // resume: it had a successor
    revoked: {},
  }),

  withdrawal_address: machine(
    'withdrawal_address',
    {
      submitted: { screen: 'screening', reject: 'rejected' },
      screening: { clear: 'proof_required', review: 'in_review', reject: 'rejected' },
      in_review: { clear: 'proof_required', reject: 'rejected' }, // a hosted wallet, or a hit
      proof_required: { prove: 'travel_rule', reject: 'rejected' },
      travel_rule: { agree: 'cooling', review: 'in_review', reject: 'rejected' }, // staff see a travel address that is added
      cooling: { activate: 'active', reject: 'rejected' }, // after 24 h
      active: { suspend: 'suspended', revoke: 'revoked' },
      suspended: { reinstate: 'active', revoke: 'revoked' },
      rejected: {},
      revoked: {},
    },
    {
      Pending: ['submitted', 'screening', 'in_review', 'proof_required', 'travel_rule'],
      Cooling: ['cooling'],
      Confirmed: ['active'],
      Rejected: ['rejected'],
      Disabled: ['suspended', 'revoked'],
    },
  ),

  wire: machine(
    'wire',
    {
      booked: { attribute: 'attributed', lose: 'unidentified' },
      unidentified: { attribute: 'attributed', send_back: 'return_pending' },
      attributed: { screen: 'screening', hold: 'held' },
      screening: { credit: 'credited', hold: 'held' },
      held: { release: 'screening', reject: 'return_pending', freeze: 'frozen' }, // four eyes
      return_pending: { return: 'returned', freeze: 'frozen' }, // it is in no order to the bank
      credited: { recall: 'recalled' },
      returned: { come_back: 'return_pending' }, // its sender's bank could not accept it
      frozen: { recall: 'recalled' },
      recalled: {},
    },
    {
      pending: ['booked', 'unidentified', 'attributed', 'screening', 'return_pending'],
      held: ['held'],
      credited: ['credited'],
      returned: ['returned', 'recalled'],
      frozen: ['frozen'],
    },
    {
      facts: ['attribute', 'lose', 'screen', 'hold', 'send_back', 'reject', 'return', 'come_back', 'recall', 'freeze'],
      done: ['credited', 'returned', 'frozen'],
    },
  ),

  // The minimum is checked after screening: when later deposits reach it together, all are credited without another screening.
  deposit: machine(
    'deposit',
    {
      seen: { include: 'confirming' },
      confirming: { confirm: 'screening', orphan: 'orphaned' },
      screening: { credit: 'credited', fall_short: 'below_minimum', hold: 'held', orphan: 'orphaned' },
      below_minimum: { credit: 'credited', return: 'returning', freeze: 'frozen', orphan: 'orphaned' },
      held: { release: 'screening', return: 'returning', freeze: 'frozen', orphan: 'orphaned' }, // four eyes
      returning: { deliver: 'returned', freeze: 'frozen', orphan: 'orphaned' }, // no transaction is signed
      credited: { orphan: 'orphaned' }, // its chain has changed below a final block
      returned: {},
      frozen: { orphan: 'orphaned' },
      orphaned: {},
    },
    'by name',
    { facts: ['include', 'confirm', 'orphan', 'hold', 'freeze', 'deliver'], done: ['credited', 'frozen'] },
  ),

  // `New` is visible only between a crash and its recovery, never in an answer of addOrder.
  order: machine(
    'order',
    { received: { fill: 'Filled', reject: 'Rejected' }, Filled: {}, Rejected: {} },
    { New: ['received'], Filled: ['Filled'], Rejected: ['Rejected'] },
  ),

  // A venue's quote accepted for an order. `taken_over`: by the house, because the order was not filled.
  execution: machine('execution', {
    sent: { fill: 'filled', kill: 'killed' },
    filled: { settle: 'settled', take_over: 'taken_over' },
    killed: {},
    settled: {},
    taken_over: {},
  }),

  mint: machine(
    'mint',
    {
      requested: { screen: 'screening', fund: 'funding' }, // funding: crypto is converted at a provider first
      // canceled: before the request to the provider
      funding: { receive: 'funded', fail: 'failed', reject: 'rejected', cancel: 'canceled' },
      screening: { clear: 'funded', fund: 'funding', hold: 'held', reject: 'rejected' },
      held: { release: 'screening', reject: 'rejected' }, // four eyes
      // A hold may follow screening. It is then rejected from its current state, unless it is signed.
      funded: { send: 'sending', await_reserve: 'waiting_reserve', fail: 'failed', reject: 'rejected' },
      waiting_reserve: { resume: 'funded', fail: 'failed', reject: 'rejected' }, // L5
      sending: { broadcast: 'confirming', fail: 'failed', reject: 'rejected' },
      confirming: { settle: 'settled', replace: 'sending', fail: 'failed' },
      settled: {},
      rejected: {},
      canceled: {}, // the funds are available again
      failed: {}, // the funds are available again
    },
    {
      pending: ['requested', 'funding', 'screening', 'funded', 'waiting_reserve', 'sending', 'confirming'],
      held: ['held'],
      settled: ['settled'],
      rejected: ['rejected'],
      canceled: ['canceled'],
      failed: ['failed'],
    },
    { facts: ['screen', 'hold', 'broadcast', 'replace'] },
  ),

  redemption: machine(
    'redemption',
    {
      requested: { screen: 'screening' },
      screening: { clear: 'burning', hold: 'held', reject: 'rejected' },
      held: { release: 'screening', reject: 'rejected' }, // four eyes
      burning: { broadcast: 'confirming', fail: 'failed', reject: 'rejected' },
      confirming: { pay: 'paying', fail: 'failed', reject: 'rejected' }, // reject: its transaction never landed
      paying: { settle: 'settled', bounce: 'returned' },
      returned: { pay: 'paying' },
      settled: {},
      rejected: {},
      failed: {},
    },
    {
      pending: ['requested', 'screening', 'burning', 'confirming', 'paying', 'returned'],
      held: ['held'],
      settled: ['settled'],
      rejected: ['rejected'],
      failed: ['failed'],
    },
    // settle: the bank has booked a payment ordered before the hold. Meanwhile nothing is credited to the balance.
    { facts: ['screen', 'hold', 'broadcast', 'pay', 'settle'] },
  ),

  // The crypto leg of a mint that is `funding`: sold at a provider, which wires the proceeds.
  conversion: machine('conversion', {
    waiting_deposit: { send: 'sending', reuse: 'converting', expire: 'expired', cancel: 'canceled' }, // reuse: the provider holds enough already
    sending: { deliver: 'converting', fail: 'rejected' },
    converting: { fill: 'filled', reject: 'rejected', cancel: 'canceled' },
    filled: { receive: 'wired' },
    wired: {},
    rejected: {}, // the funds are available again
    canceled: {}, // the funds are available again
    expired: {}, // no funds were taken
  }),

  // A held withdrawal can be canceled. Nothing leaves, and its hold moves to the institution's next one.
  withdrawal: machine(
    'withdrawal',
    {
      requested: { screen: 'screening', cancel: 'canceled' },
      screening: { clear: 'travel_rule', hold: 'held', reject: 'rejected', cancel: 'canceled' },
      travel_rule: { agree: 'approved', hold: 'held', reject: 'rejected', cancel: 'canceled' },
      held: { release: 'screening', reject: 'rejected', cancel: 'canceled' }, // release, reject: four eyes
      approved: { send: 'sending', reject: 'rejected', cancel: 'canceled' },
      sending: { broadcast: 'confirming', fail: 'failed', reject: 'rejected', cancel: 'canceled' }, // the last two: before it has left
      confirming: { complete: 'completed', fail: 'failed', reject: 'rejected' }, // reject: its transaction never landed
      completed: { return: 'failed' }, // the beneficiary's bank sent the money back
      rejected: {},
      canceled: {},
      failed: {}, // the funds are available again
    },
    {
      pending: ['requested', 'screening', 'travel_rule', 'approved', 'sending', 'confirming'],
      held: ['held'],
      completed: ['completed'],
      rejected: ['rejected'],
      canceled: ['canceled'],
      failed: ['failed'],
    },
    { facts: ['screen', 'hold', 'broadcast', 'complete'], done: ['completed'] },
  ),

  // Orders to the bank. The statement is the truth. A debit books a payout, independent of the earlier answer.
  payout: machine('payout', {
    prepared: { batch: 'batched', reject: 'rejected' }, // reject: withdrawn before it was in an order
    batched: { send: 'sent', accept: 'accepted', reject: 'rejected', book: 'booked' },
    sent: { accept: 'accepted', reject: 'rejected', book: 'booked' },
    accepted: { reject: 'rejected', book: 'booked' },
    booked: { return: 'returned' },
    rejected: {}, // the funds are available again
    returned: {}, // the funds are available again
  }),

  payment_rail: machine(
    'payment_rail',
    {
      pending: { activate: 'active', reject: 'rejected', hold: 'held' },
      held: { release: 'active', reject: 'rejected' }, // four eyes
      active: { suspend: 'suspended', close: 'closed', reject: 'rejected' }, // reject: after a later hold
      suspended: { reinstate: 'active', reject: 'rejected' },
      rejected: {},
      closed: {},
    },
    {
      pending: ['pending'],
      active: ['active'],
      held: ['held'],
      rejected: ['rejected'],
      suspended: ['suspended'],
      closed: ['closed'],
    },
    { facts: ['hold', 'suspend', 'reinstate', 'close'] },
  ),

  payment: machine(
    'payment',
    {
      received: { screen: 'screening' },
      screening: { clear: 'converting', hold: 'held', refuse: 'returning' }, // refuse: it cannot be served
      held: { release: 'screening', reject: 'returning' }, // four eyes
      converting: { send: 'sending', refuse: 'returning', reject: 'returning', credit: 'credited' }, // while it can be returned
      sending: { complete: 'completed', fail: 'failed' },
      failed: { send: 'sending', credit: 'credited' },
      returning: { return: 'returned', credit: 'credited' },
      completed: { fail: 'failed' }, // the bank has paid, and the payee's bank has sent it back
      returned: {},
      credited: {}, // four eyes: it could neither continue nor be returned
    },
    {
      received: ['received'],
      pending: ['screening'],
      held: ['held'],
      converting: ['converting'],
      sent: ['sending'],
      completed: ['completed'],
      rejected: ['returning'],
      returned: ['returned'],
      credited: ['credited'],
      failed: ['failed'],
    },
    { facts: ['screen', 'hold', 'complete', 'fail', 'return'], done: ['completed'] },
  ),

  // Out: we ask the provider of the wallet. In: another provider asks us (receive).
  travel_rule: machine(
    'travel_rule',
    {
      draft: { send: 'sent', receive: 'acknowledged', waive: 'not_required', ...givenUp }, // waive: own wallet with a valid proof
      sent: { acknowledge: 'acknowledged', dispute: 'conflict', ...givenUp },
      acknowledged: { approve: 'approved', dispute: 'conflict', ...givenUp },
      approved: { confirm: 'confirmed', dispute: 'conflict', cancel: 'canceled' },
      conflict: { confirm: 'confirmed', time_out: 'timed_out', cancel: 'canceled' }, // the messages contradict each other
      confirmed: {},
      rejected: {},
      timed_out: {},
      canceled: {},
      not_required: {},
    },
    'by name',
  ),

  // A case of compliance. A decided one is final: a new alert opens a case that follows it.
  case: machine('case', {
    open: { assign: 'in_review', close: 'closed', report: 'reported' },
    in_review: { release: 'open', close: 'closed', report: 'reported' }, // close and report: four eyes
    closed: {},
    reported: {},
  }),

  // A version of a monitoring rule. It never changes; another version replaces it.
  rule: machine('rule', {
    draft: { shadow: 'shadow', activate: 'active', retire: 'retired' },
    shadow: { activate: 'active', retire: 'retired' }, // its hits are noted, and nothing is held
    active: { retire: 'retired' }, // four eyes, as activate
    retired: {},
  }),

  hold: machine(
    'hold',
    {
      placed: { review: 'under_review' },
      under_review: { release: 'released', reject: 'rejected', freeze: 'frozen' }, // four eyes
      released: {},
      rejected: {},
      frozen: {},
    },
    { held: ['placed', 'under_review', 'frozen'] },
  ),
}
