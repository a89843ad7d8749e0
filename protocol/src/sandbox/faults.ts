/** The header of an API call that requests a fault in UAT. */
export const faultHeader = 'x-sandbox-fault'

/** The faults, with their effects. */
export const faults = {
  drop_after_commit: 'the call is carried out, and the connection ends without an answer',
  'delay:<ms>': 'the call is carried out, and answered after this number of milliseconds',
  http_500: 'the call is carried out, and the answer says that the outcome is unknown',
  http_503: 'nothing is done, and the answer says so',
} as const
