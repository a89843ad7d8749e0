// The counterparty of the Travel Rule decides by the name under which it is asked, and by nothing else.

/** What a decision says. */
export type Says = 'approved' | 'rejected' | 'other wallet' | 'malformed'

export type Step = {
  readonly says: Says
  /** In settlement time, after the inquiry. */
  readonly afterSeconds: number
  readonly wrongToken?: boolean
}

export type Behaviour = {
  readonly means: string
  /** The answer to the inquiry itself; `pending` is {version}. */
  readonly reply: 'pending' | 'malformed' | Says
  /** Sent to the callback before the inquiry is answered. */
  readonly before?: readonly Step[]
  readonly after: readonly Step[]
  /** The only version that it accepts; it refuses others with 400 and no word. */
  readonly only?: string
}

const soon = (says: Says): Step => ({ says, afterSeconds: 0 })
const usualDelay = 2 * 3600

export const behaviours = {
  'UAT VASP Approve': { means: 'approves by callback', reply: 'pending', after: [soon('approved')] },
  'UAT VASP At Once': { means: 'approves in the reply, without a callback', reply: 'approved', after: [] },
  'UAT VASP Reject': { means: 'rejects by callback', reply: 'pending', after: [soon('rejected')] },
  'UAT VASP Silent': { means: 'takes the inquiry and never decides', reply: 'pending', after: [] },
  'UAT VASP Slow': {
    means: 'approves two hours later in settlement time',
    reply: 'pending',
    after: [{ says: 'approved', afterSeconds: usualDelay }],
  },
  'UAT VASP Malformed': {
    means: 'replies with text that is not JSON, then calls back with an approval and a rejection at once',
    reply: 'malformed',
    after: [soon('malformed')],
  },
  'UAT VASP Twice': { means: 'approves twice', reply: 'pending', after: [soon('approved'), soon('approved')] },
  'UAT VASP Early': {
    means: 'calls back before it replies',
    reply: 'pending',
    before: [soon('approved')],
    after: [],
  },
  'UAT VASP Wrong Token': {
    means: 'approves at a callback with another token',
    reply: 'pending',
    after: [{ says: 'approved', afterSeconds: 0, wrongToken: true }],
  },
  'UAT VASP Contradict': {
    means: 'approves, then rejects',
    reply: 'approved',
    after: [soon('rejected')],
  },
  'UAT VASP Other Wallet': { means: 'approves a wallet that was not asked for', reply: 'other wallet', after: [] },
  'UAT VASP Old': {
    means: 'accepts version 3.1.0 only, and answers others with 400 and no word',
    reply: 'pending',
    after: [soon('approved')],
    only: '3.1.0',
  },
} as const satisfies { readonly [name: string]: Behaviour }

export type VaspName = keyof typeof behaviours

export const isVasp = (name: string): name is VaspName => Object.hasOwn(behaviours, name)

export const behaviourOf = (name: VaspName): Behaviour => behaviours[name]
