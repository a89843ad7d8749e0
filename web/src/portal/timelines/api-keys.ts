import type { Kind } from '../../kit/timeline-steps.ts'
import type { Key } from '../developers/words.ts'

export const keyKind: Kind<Key['status']> = {
  path: ['registered', 'active'],
  words: {
    registered: {
      title: 'Registered',
      now: 'Sign the challenge with it, to prove that you have its private key.',
      done: 'Its public key is known.',
    },
    active: {
      title: 'Proven, in use',
      now: 'It can sign calls.',
      done: 'It could sign calls.',
      next: 'Then it can sign calls.',
      then: [],
    },
    rotating: {
      title: 'Successor in use',
      now: 'It can sign calls until it ends; its successor works beside it.',
      done: 'It could sign calls beside its successor.',
      then: [],
    },
    frozen: { title: 'Frozen', now: 'Its calls are refused.', done: 'Its calls were refused.', then: [] },
    revoked: { title: 'Revoked', now: 'Its calls are refused for good.', then: [] },
  },
}
