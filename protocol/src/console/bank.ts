import { z } from 'zod'
import { fiatCodes } from '../assets.ts'
import { accountPurposes } from '../endpoints/destinations.ts'
import { decimal, isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason, signedDecimal } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'

// The bank's reports, for staff. Their decisions about them take two people (approvals/calls.ts).

/** The maximum size of a file fetched from the bank (service/src/base/http/outside.ts). */
const maxFileBytes = 20 * 2 ** 20

const common = { where: 'console', tag: 'Bank' } as const
/** The database has no year 0. */
const day = z.iso.date().refine((date) => date >= '1900', 'must be a day of our time')
const detail = z.array(z.object({ name: z.string(), value: z.string() }))

export const bankCasesCall = peopleCall({
  ...common,
  name: 'bankCases',
  method: 'GET',
  path: '/bank/cases',
  act: 'bank.read',
  summary: 'Cases',
  description: 'Open differences, newest first; or closed ones.',
  request: z.strictObject({
    state: z.enum(['open', 'closed']).default('open'),
    kind: z.string().max(40).optional(),
    caseid: z
      .string()
      .regex(/^\d{1,18}$/, 'a whole number')
      .optional()
      .meta({ description: 'Only this case, open or closed.' }),
    ...paged,
  }),
  response: listOf(
    z.object({
      caseid: z.string().meta({ description: 'A whole number.' }),
      kind: z.string(),
      state: z.enum(['open', 'closed']),
      entry: z.string().nullable().meta({ description: 'The number of the bank’s entry in question.' }),
      detail,
      opened_at: isoTime,
      closed_at: isoTime.nullable(),
      closed_by: z.string().nullable(),
    }),
  ),
  errors: ['invalid_cursor'],
})

export const wiresCall = peopleCall({
  ...common,
  name: 'wires',
  method: 'GET',
  path: '/bank/wires',
  act: 'bank.read',
  summary: 'Incoming wires',
  description: 'Newest first. `unidentified` and `held` wires wait for staff.',
  request: z.strictObject({
    state: z.enum(statesOf(machines.wire)).optional(),
    institutionid: uuid.optional(),
    wireid: uuid.optional(),
    ...paged,
  }),
  response: listOf(
    z.object({
      wireid: uuid,
      state: z.enum(statesOf(machines.wire)),
      currency: z.enum(fiatCodes),
      amount: decimal,
      sender_name: z.string().nullable(),
      sender_account: z.string().nullable(),
      reference: z.string().nullable(),
      bankref: z.string(),
      value_date: z.string(),
      institutionid: uuid.nullable(),
      institution: z.string().nullable().meta({ description: 'The name of its owner.' }),
      suggested: z.object({ id: uuid, name: z.string() }).nullable().meta({
        description:
          'For a wire without an owner, the only institution that was credited with earlier wires of the same sender name and account. Null means none, or several.',
      }),
      reason: z.string().nullable(),
      on_hold: z.boolean(),
      created_at: isoTime,
      updated_at: isoTime,
    }),
  ),
  errors: ['invalid_cursor'],
})

export const ownAccountsCall = peopleCall({
  ...common,
  name: 'ownAccounts',
  method: 'GET',
  path: '/bank/accounts',
  act: 'bank.read',
  summary: 'Our accounts at the bank',
  description: 'Accounts that the bank has reported, and accounts that two people have registered.',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      iban: z.string(),
      purpose: z.enum(accountPurposes),
      currency: z.enum(fiatCodes),
      bic: z.string(),
      name: z.string(),
      qriban: z.string().nullable(),
      sortcode: z.string().nullable(),
      account: z.string().nullable(),
    }),
  ),
  errors: [],
})

export const importBankFileCall = peopleCall({
  ...common,
  name: 'importBankFile',
  method: 'POST',
  path: '/bank/files',
  act: 'bank.propose',
  summary: 'Import a bank file manually',
  description:
    'The body is the file: camt.053, camt.054 or MT940. Nothing is booked from the file. Its movements wait until the bank reports them, or until two people approve the file. The fields are in the query.',
  request: z.strictObject({ reason }),
  upload: { maxBytes: maxFileBytes },
  response: z.object({
    sha256: z.string(),
    outcome: z
      .enum(['taken', 'repeated'])
      .meta({ description: '`repeated`: the file was imported before, and nothing is done.' }),
    waiting: z.int().meta({ description: 'Movements that the bank has not reported yet.' }),
    known: z.int().meta({ description: 'Movements that the bank has reported already.' }),
    unclear: z.int().meta({ description: 'Lines that name no payment; they are ignored.' }),
    cases: z
      .array(z.object({ kind: z.string(), detail }))
      .meta({ description: 'Contradictions to the bank’s own reports, for people to review.' }),
  }),
  errors: ['payload_too_large'],
})

export const bankFilesCall = peopleCall({
  ...common,
  name: 'bankFiles',
  method: 'GET',
  path: '/bank/files',
  act: 'bank.read',
  summary: 'Bank files',
  description: 'The bank’s files, message by message, and manual imports. Newest first.',
  request: z.strictObject({ source: z.enum(['bank', 'hand']).optional(), ...paged }),
  response: listOf(
    z.object({
      fileid: uuid.meta({ description: 'The id of this row. A file is named by its hash.' }),
      sha256: z.string(),
      source: z.enum(['bank', 'hand']),
      state: z.enum(['taken', 'waiting', 'confirmed', 'retracted']).meta({
        description:
          '`taken`: the bank’s own. A manual import is `waiting` for the bank or for two people, `confirmed` or `retracted` by them.',
      }),
      format: z
        .string()
        .nullable()
        .meta({ examples: ['camt.053', 'camt.054', 'mt940'] }),
      iban: z.string().nullable(),
      sequence: z.string().nullable().meta({ description: 'Its number at the bank.' }),
      waiting: z.int().meta({ description: 'Its movements that the bank has not reported yet.' }),
      taken_by: z.string().nullable().meta({ description: 'Who imported it; null means the bank.' }),
      why: z.string().nullable(),
      created_at: isoTime,
    }),
  ),
  errors: ['invalid_cursor'],
})

export const unclearLinesCall = peopleCall({
  ...common,
  name: 'unclearLines',
  method: 'GET',
  path: '/bank/lines',
  act: 'bank.read',
  summary: 'Lines that name no payment',
  description: 'Lines of the bank’s files that have not been matched or booked yet; oldest first, at most 500.',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      line: z.string().meta({ description: 'Its number.' }),
      iban: z.string(),
      format: z.string(),
      currency: z.enum(fiatCodes),
      direction: z.enum(['credit', 'debit']),
      amount: decimal,
      booking_date: z.string(),
      bankref: z.string().nullable(),
      text: z.string().nullable().meta({ description: 'The bank’s text.' }),
      entries: z
        .array(z.object({ entry: z.string(), bankref: z.string(), booking_date: z.string() }))
        .meta({ description: 'Known entries of the same account, direction and amount within eight days.' }),
    }),
  ),
  errors: [],
})

export const bankDaysCall = peopleCall({
  ...common,
  name: 'bankDays',
  method: 'GET',
  path: '/bank/days',
  act: 'bank.read',
  summary: 'Reconciliation day by day',
  description:
    'The entries and the statement of each of our accounts for each day with bookings, and whether the two agree. A page has 31 days, newest first.',
  request: z.strictObject({ iban: z.string().max(34).optional(), cursor: day.optional() }),
  response: listOf(
    z.object({
      day: z.string(),
      iban: z.string(),
      currency: z.enum(fiatCodes),
      purpose: z.enum(accountPurposes),
      entries: z.int(),
      credits: decimal,
      debits: decimal,
      unconfirmed: z.int().meta({ description: 'Entries that are in no statement yet.' }),
      unbooked: z.int().meta({ description: 'Entries that are not in the ledger yet.' }),
      statement: z
        .object({ sequence: z.string(), opening: signedDecimal, closing: signedDecimal })
        .nullable()
        .meta({ description: 'The statement of that day; null before it arrives.' }),
      state: z.enum(['open', 'agrees', 'differs']).meta({
        description: '`open`: without a statement. `agrees`: it has every entry, all are booked, and the sums match.',
      }),
    }),
  ),
  errors: [],
})

export const bankCalls = [
  bankCasesCall,
  wiresCall,
  ownAccountsCall,
  importBankFileCall,
  bankFilesCall,
  unclearLinesCall,
  bankDaysCall,
] as const
