import { z } from 'zod'
import { peopleCall } from './call.ts'
import { reason } from './fields.ts'

/** As large as a file that is fetched from the bank may be (service/src/base/http/outside.ts). */
const maxFileBytes = 20 * 2 ** 20

export const importBankFileCall = peopleCall({
  name: 'importBankFile',
  where: 'console',
  method: 'POST',
  path: '/bank/files',
  act: 'bank.propose',
  tag: 'Bank',
  summary: 'Take a bank file by hand',
  description:
    'The body is the file: camt.053, camt.054 or MT940. Nothing is booked by it: what it tells waits until the bank itself tells it, or until two people vouch for the file. The fields are in the query.',
  request: z.strictObject({ reason }),
  upload: { maxBytes: maxFileBytes },
  response: z.object({
    sha256: z.string(),
    outcome: z.enum(['taken', 'repeated']).meta({ description: '`repeated`: it was taken before, nothing is done.' }),
    waiting: z.int().meta({ description: 'Movements that wait until the bank tells them.' }),
    known: z.int().meta({ description: 'Movements that the bank has told already.' }),
    unclear: z.int().meta({ description: 'Lines that name no payment; they are not looked at.' }),
    cases: z
      .array(z.object({ kind: z.string(), detail: z.array(z.object({ name: z.string(), value: z.string() })) }))
      .meta({ description: 'What contradicts the bank, for people to look at.' }),
  }),
  errors: ['payload_too_large'],
})

export const bankCalls = [importBankFileCall] as const
