/** The header of a call of the API that lets its answer go wrong, in UAT. */
export const faultHeader = 'x-sandbox-fault'

/** The faults, and what happens. */
export const faults = {
  drop_after_commit: 'the call is carried out, and the connection ends without an answer',
  'delay:<ms>': 'the call is carried out, and answered so many milliseconds later',
  http_500: 'the call is carried out, and the answer says that nobody knows',
  http_503: 'nothing is done, and the answer says so',
} as const
