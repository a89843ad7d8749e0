import type { Kind } from '../../kit/timeline-steps.ts'
import type { Address } from './words.ts'

type AddressState = Address['state']

/** A wallet of the institution is proven by a signature or a payment; a hosted one is confirmed by its provider. */
export const addressKind = ({ vasp, usable_from, suspended_by }: Address): Kind<AddressState> => ({
  path: ['submitted', 'screening', 'proof_required', 'travel_rule', 'cooling', 'active'],
  words: {
    submitted: { title: 'Added', now: 'The checks begin in a moment.', done: 'It is on your list.' },
    screening: {
      title: 'Checked',
      nowTitle: 'Being checked',
      now: 'We compare it with our lists. You do not need to do anything.',
      done: 'Nothing speaks against it.',
      next: 'We compare it with our lists.',
    },
    in_review: {
      title: 'Review by our team',
      now:
        vasp === null
          ? 'Our team reviews it. You do not need to do anything.'
          : `Our team confirms that ${vasp} hosts it. You do not need to do anything.`,
      done: 'Our team has reviewed it.',
    },
    proof_required:
      vasp === null
        ? {
            title: 'Proof of ownership',
            now: 'Prove that the wallet is yours.',
            done: 'You have proven that the wallet is yours.',
            next: 'You prove that the wallet is yours.',
          }
        : {
            title: 'Provider confirmed',
            now: `We confirm that ${vasp} hosts it.`,
            done: `${vasp} hosts it.`,
            next: `We confirm that ${vasp} hosts it.`,
          },
    travel_rule: {
      title: 'Travel Rule data',
      now: 'Add the travel address of the provider.',
      done: vasp === null ? 'No provider is asked.' : 'We know whom to ask before coins leave.',
      next: vasp === null ? 'No provider is asked.' : 'We must know whom to ask before coins leave.',
    },
    cooling: {
      title: 'Cooling-off period',
      now: 'A new address waits for a day, so that a thief cannot use it at once.',
      done: 'A day has passed.',
      next: 'A new address waits for a day, so that a thief cannot use it at once.',
    },
    active: {
      title: 'Can be used',
      now: 'Withdrawals to it are allowed.',
      done: 'Withdrawals to it were allowed.',
      next: 'Withdrawals to it are allowed.',
      after: [],
      ...(usable_from !== null && { due: usable_from }),
    },
    suspended: {
      title: 'Suspended',
      now: suspended_by === 'staff' ? 'Specie has suspended it: contact support.' : 'Your company has suspended it.',
      done: 'No withdrawals to it were allowed.',
      after: [],
    },
    rejected: { title: 'Cannot be used', now: 'It was removed or rejected.', after: [] },
    revoked: { title: 'Removed', now: 'Withdrawals to it are refused.', after: [] },
  },
})
