import type { Kind } from '../../kit/timeline-steps.ts'
import type { Key } from './words.ts'

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
      after: [],
    },
    rotating: {
      title: 'Successor in use',
      now: 'It can sign calls until it ends; its successor works at the same time.',
      done: 'It could sign calls together with its successor.',
      after: [],
    },
    frozen: { title: 'Frozen', now: 'Its calls are refused.', done: 'Its calls were refused.', after: [] },
    revoked: { title: 'Revoked', now: 'Its calls are refused for good.', after: [] },
  },
}
