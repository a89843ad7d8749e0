import { z } from 'zod'
import { isoTime, uuid } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { hit } from './case-parts.ts'

// Registered parties with matches: institutions, their people, holders of bank accounts, wallets and their providers.

export const matchStates = ['open', 'cleared', 'confirmed'] as const

const party = z.object({
  partyid: uuid,
  institutionid: uuid,
  institution: z.string().meta({ description: 'Its name.' }),
  kind: z.enum(['institution', 'person', 'bank_account', 'wallet']).meta({
    description: 'While a match of an institution or of one of its persons is not cleared, its outgoing items wait.',
  }),
  subject: uuid.meta({ description: 'The institution, the person, the bank account or the wallet.' }),
  what: z.string().meta({ description: 'Which party it is, in words.' }),
  name: z.string().nullable().meta({ description: 'Null for a natural person: `party` shows it.' }),
  open: z.int().meta({ description: 'Undecided matches.' }),
  cleared: z.int(),
  confirmed: z.int(),
  since: isoTime.meta({ description: 'When the first match was found.' }),
})

const common = { where: 'console', method: 'GET', tag: 'Holds' } as const

export const partiesCall = peopleCall({
  ...common,
  name: 'parties',
  path: '/parties',
  act: 'holds.read',
  summary: 'Registered parties with matches',
  description:
    'Parties of institutions that match an entry of a list, newest first. Two people decide (`party.decide`).',
  request: z.strictObject({
    institutionid: uuid.optional(),
    state: z.enum(matchStates).optional().meta({ description: 'Only parties with a match in this state.' }),
    ...paged,
  }),
  response: listOf(party),
  errors: ['invalid_cursor'],
})

export const partyCall = peopleCall({
  ...common,
  name: 'party',
  path: '/parties/{id}',
  act: 'kyb.read',
  summary: 'One registered party with its matches',
  description:
    'Each match next to the entry of its list, with the explanation of the score. Reading a natural person is in the audit log, as for the KYB case.',
  request: z.strictObject({
    id: uuid,
    visit: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'Send 32 hex digits, chosen when the page is opened.')
      .optional()
      .meta({ description: 'A random id of the opened page, 32 hex digits.' }),
  }),
  response: party.extend({ hits: z.array(hit) }),
  errors: ['not_found'],
})

export const partyCalls = [partiesCall, partyCall] as const
