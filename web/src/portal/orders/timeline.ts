import type { Kind } from '../../kit/timeline-steps.ts'

type OrderState = 'received' | 'Filled' | 'Rejected'

/** An order is filled completely or not at all, before it is answered. */
export const orderKind: Kind<OrderState> = {
  path: ['received', 'Filled'],
  words: {
    received: { title: 'Received', now: 'It is being decided.', done: 'It was compared with all quotes of the pair.' },
    Filled: {
      title: 'Filled and settled',
      now: 'Both sides were booked together.',
      next: 'Both sides are booked together.',
    },
    Rejected: { title: 'Rejected', now: 'Nothing was traded or charged.', after: [] },
  },
}
