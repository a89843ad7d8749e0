import type { Kind } from '../../kit/timeline-steps.ts'
import type { Company } from './words.ts'

export type CompanyState = Company['state']

const reviewed = {
  title: 'In review',
  now: 'Our team reviews your application and asks here if something is missing.',
  done: 'Our team has reviewed your application.',
  next: 'Our team reviews your application.',
} as const

/** A case as its institution sees it: the internal steps of a review are one. */
export const companyKind: Kind<CompanyState> = {
  path: ['draft', 'in_review', 'approved'],
  words: {
    draft: {
      title: 'Application',
      now: 'Fill in the application and submit it. Changes are saved automatically.',
      done: 'You have filled in the application.',
    },
    submitted: { title: 'Submitted', now: reviewed.now, done: 'We have received it.', after: ['approved'] },
    screening: { ...reviewed, after: ['approved'] },
    edd_required: { ...reviewed, after: ['approved'] },
    in_review: reviewed,
    info_requested: {
      title: 'Information requested',
      now: 'Our team needs more information. Answer, then submit again.',
      done: 'You have answered.',
      after: ['in_review', 'approved'],
    },
    approved: {
      title: 'Approved',
      now: 'You can use the products of your agreements.',
      done: 'You could use the products of your agreements.',
      next: 'Then you can use the products of your agreements.',
      after: [],
    },
    periodic_review: {
      title: 'Periodic review',
      now: 'You keep your access while you confirm your data.',
      done: 'You had access while you confirmed your data.',
      after: ['approved'],
    },
    review_overdue: {
      title: 'Review overdue',
      now: 'Trading, minting and payments are stopped until the review is done.',
      done: 'Trading, minting and payments were stopped.',
      after: ['approved'],
    },
    suspended: {
      title: 'Suspended',
      now: 'Trading, minting and payments are stopped. Contact support.',
      done: 'Trading, minting and payments were stopped.',
      after: [],
    },
    rejected: {
      title: 'Rejected',
      now: 'We cannot open an account for this company. Contact support.',
      after: [],
    },
    offboarded: { title: 'Account closed', now: 'Statements stay readable.', after: [] },
  },
}
