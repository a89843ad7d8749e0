import { z } from 'zod'
import { anId, assetCode, instant, isoTime, uuid } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { listOf, paged } from '../web-api/pages.ts'

// The books, to explain a balance: account, its lines, the journal of a line, its cause.

const signed = z
  .string()
  .meta({ description: 'A decimal number as a string; it may be negative.', examples: ['-12.5'] })
const side = z.enum(['debit', 'credit'])
const named = z.object({ id: z.string(), name: z.string() })

const account = z.object({
  id: z.string(),
  code: z.string().meta({ examples: ['client/available:0198…/CHF'] }),
  kind: z.string().meta({ description: 'Pool and name, as in the chart of accounts.', examples: ['client/available'] }),
  asset: assetCode,
  side: side.meta({ description: 'The side on which the balance is positive.' }),
  owner: z
    .string()
    .nullable()
    .meta({ description: 'An institution, chain, provider, case or payment, depending on the kind.' }),
  institution: named.nullable(),
  balance: signed,
  lines: z.int().meta({ description: 'The number of its lines.' }),
})

const line = z.object({
  number: z.int().meta({ description: 'Lines of an account are numbered from 1.' }),
  journal: z.string(),
  journal_kind: z.string(),
  key: z.string(),
  at: isoTime,
  side,
  amount: signed.meta({ description: 'The change of the balance.' }),
  balance: signed.meta({ description: 'After this line.' }),
})

const common = { where: 'console', method: 'GET', act: 'ledger.read', tag: 'Ledger' } as const

export const ledgerAccountsCall = peopleCall({
  ...common,
  name: 'ledgerAccounts',
  path: '/ledger/accounts',
  summary: 'Accounts of the ledger',
  description: 'With their current balances, in the order of their opening.',
  request: z.strictObject({
    institutionid: uuid.optional(),
    asset: assetCode.optional(),
    kind: z.string().max(64).optional().meta({ description: 'Such as `client/available`, or a pool: `client`.' }),
    ...paged,
  }),
  response: listOf(account),
  errors: ['invalid_cursor'],
})

export const ledgerAccountCall = peopleCall({
  ...common,
  name: 'ledgerAccount',
  path: '/ledger/accounts/{id}',
  summary: 'One account and its lines',
  description: 'The lines up to a time, newest first, with the balance after each.',
  request: z.strictObject({
    id: anId,
    at: instant.optional().meta({ description: 'Show the account as of this time; now by default.' }),
    ...paged,
  }),
  response: listOf(line).extend({
    account,
    at: isoTime,
    balance_at: signed.meta({ description: 'The balance at that time: after the last line dated then or earlier.' }),
  }),
  errors: ['not_found', 'invalid_cursor'],
})

const step = z.object({
  at: isoTime,
  from: z.string().nullable(),
  to: z.string(),
  actor: z.string(),
  actor_name: z.string().nullable(),
  why: z.string(),
})

export const ledgerJournalCall = peopleCall({
  ...common,
  name: 'ledgerJournal',
  path: '/ledger/journals/{id}',
  summary: 'One journal',
  description: 'Its lines, its cause, and who advanced that operation.',
  request: z.strictObject({ id: anId }),
  response: z.object({
    id: z.string(),
    key: z.string(),
    kind: z.string(),
    at: isoTime,
    reverses: z.string().nullable(),
    reversed_by: z.string().nullable(),
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
    lines: z.array(z.object({ account, number: z.int(), side, amount: signed, balance: signed })),
    cause: z
      .object({ kind: z.string(), id: z.string(), path: z.string().nullable() })
      .nullable()
      .meta({ description: 'The operation that it belongs to.' }),
    steps: z.array(step).meta({ description: 'The history of that operation, with the actor of each step.' }),
  }),
  errors: ['not_found'],
})

export const ledgerChecksCall = peopleCall({
  ...common,
  name: 'ledgerChecks',
  path: '/ledger/checks',
  summary: 'Invariants of the books',
  description:
    'The comparisons of `specie check`, and the result of its last run. This call compares nothing; the command reports the details.',
  request: z.strictObject({}),
  response: z.object({
    checked_at: isoTime.nullable().meta({ description: 'Time of the last run, or null.' }),
    ok: z.boolean().nullable(),
    passed_at: isoTime.nullable().meta({ description: 'The last run without a finding.' }),
    checks: z.array(z.object({ invariant: z.string(), what: z.string(), ok: z.boolean().nullable() })),
  }),
  errors: [],
})

export const ledgerCalls = [ledgerAccountsCall, ledgerAccountCall, ledgerJournalCall, ledgerChecksCall] as const
