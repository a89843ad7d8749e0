import type { Kind } from '../../../kit/timeline-steps.ts'
import { Time } from '../../../kit/value/time.tsx'
import type { Agreement } from './words.ts'

export type AgreementState = Agreement['status']

export const agreementKind = ({ signed, countersigned, sign_until }: Agreement): Kind<AgreementState> => ({
  path: ['sent', 'signed', 'active'],
  words: {
    drafted: null,
    sent: {
      title: 'Sent to you',
      now:
        sign_until === null ? (
          'An administrator of your company signs it.'
        ) : (
          <>
            Sign it by <Time at={sign_until} />.
          </>
        ),
      done: 'You have received its text.',
    },
    signed: {
      title: 'Signed',
      now: signed === null ? 'Our team countersigns it.' : `By ${signed.name}. Our team countersigns it.`,
      done: signed === null ? 'It was signed.' : `By ${signed.name}.`,
      next: 'An administrator of your company signs it.',
    },
    active: {
      title: 'In force',
      now: countersigned === null ? 'It applies.' : `Countersigned by ${countersigned.name}.`,
      done: countersigned === null ? 'It applied.' : `Countersigned by ${countersigned.name}.`,
      next: 'Our team countersigns it.',
    },
    expired: { title: 'Expired', now: 'It was not signed in time. We send it again on request.', after: [] },
    superseded: { title: 'Superseded', now: 'A newer version applies.', after: [] },
    terminated: { title: 'Terminated', now: 'It has ended.', after: [] },
  },
})
