import type { Version } from './messages.ts'

// How a counterparty behaves, as data.

export const replies = ['version', 'approved', 'rejected', 'malformed', 'none', '503', '400'] as const
export type ReplyKind = (typeof replies)[number]

export type Decision = 'approve' | 'reject' | 'approve another wallet'

type Callbacks = { before?: boolean; send: Decision[]; token?: 'wrong' }
export const callbackOrders = {
  'before the reply': { before: true, send: ['approve'] },
  'after the reply': { send: ['approve'] },
  twice: { send: ['approve', 'approve'] },
  rejecting: { send: ['reject'] },
  contradicting: { send: ['approve', 'reject'] },
  'wrong token': { send: ['approve'], token: 'wrong' },
  'wrong wallet': { send: ['approve another wallet'] },
  never: { send: [] },
} satisfies Record<string, Callbacks>
export type CallbackOrder = keyof typeof callbackOrders

export type Behaviour = {
  /** Any other version is refused with 400 and no word. */
  accepts: Version | 'none'
  reply: ReplyKind
  /** After a first reply that is a fault: the same again, or `{version}`. */
  fault: 'once' | 'always'
  callbacks: CallbackOrder
  /** What the peer answers to the message with the transaction. */
  confirmation: 'taken' | 'second time' | 'reply lost'
}

export const isFault = (reply: ReplyKind): boolean => ['malformed', 'none', '503', '400'].includes(reply)
