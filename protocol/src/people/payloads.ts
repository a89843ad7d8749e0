import { z } from 'zod'
import { chainCode } from '../fields.ts'
import type { ApprovalKind } from './approvals.ts'

// Exactly what is done once a second person has approved it, by kind. The canonical JSON of it is what is hashed and signed;
// `subject` names the field that says what it is done to.

const uuid = z.uuid().toLowerCase()
const number = z.string().regex(/^\d{1,18}$/, 'must be a whole number')
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')

type Payload = { readonly schema: z.ZodObject; readonly subject: string }
const payload = <S extends z.ZodRawShape>(shape: S, subject: keyof S & string) => ({
  schema: z.strictObject(shape),
  subject,
})

export const payloads = {
  'kyb.decide': payload({ institutionid: uuid, decision: z.enum(['approve', 'reject', 'reinstate']) }, 'institutionid'),
  'institution.offboard': payload({ institutionid: uuid }, 'institutionid'),
  'hold.decide': payload({ holdid: uuid, decision: z.enum(['release', 'reject']) }, 'holdid'),
  'bank.send_back': payload({ wireid: uuid }, 'wireid'),
  'bank.import': payload({ sha256 }, 'sha256'),
  'bank.disown_file': payload({ sha256 }, 'sha256'),
  'bank.disown': payload({ entry: number }, 'entry'),
  'bank.match_line': payload({ line: number, entries: z.array(number).min(1).max(1_000) }, 'line'),
  'bank.book_line': payload({ line: number }, 'line'),
  'deposit.assign': payload({ depositid: uuid, institutionid: uuid }, 'depositid'),
  'chain.resume': payload({ blockchain: chainCode, from: number }, 'blockchain'),
  'mint.resume': payload({ asset: z.string().max(12) }, 'asset'),
  'pair.resume': payload({ symbol: z.string().max(24) }, 'symbol'),
} as const satisfies { readonly [kind in ApprovalKind]?: Payload }

export type ProposedKind = keyof typeof payloads
export type PayloadOf<K extends ProposedKind> = z.output<(typeof payloads)[K]['schema']>
