import { z } from 'zod'
import { allowListModes, coinsOnChains } from '../../allow-lists.ts'
import { fiatCodes } from '../../assets.ts'
import { caseOutcomes } from '../../cases.ts'
import { accountPurposes } from '../../endpoints/destinations.ts'
import { assetCode, chainCode, decimalInput, uuid } from '../../fields.ts'
import { limitedProducts, limitPeriods } from '../../limits.ts'
import { holdDecisions } from '../../holds.ts'
import { partyDecisions } from '../../parties.ts'
import type { ApprovalKind } from './approvals.ts'

// The exact act of an approval, by kind. Its canonical JSON is hashed and signed; `subject` names the field with its subject.

const number = z.string().regex(/^\d{1,18}$/, 'must be a whole number')
/** A later halt needs a request of its own. The service adds omitted fields. */
const halt = z.string().max(40).optional().describe('The halt to end; the current one by default')
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')

/** In one spelling; the service checks its check digits. */
const iban = z
  .string()
  .overwrite((text) => text.replaceAll(' ', '').toUpperCase())
  .regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'must be an IBAN')

const heldItemDetails = z
  .string()
  .max(60)
  .optional()
  .describe('The subject of the hold, an id or `next withdrawal`; its current subject by default')

/** For an institution that is offboarded. `null`: too little to pay. */
export const payouts = z
  .array(z.strictObject({ asset: assetCode, destination: uuid.nullable() }))
  .max(20)
  .describe(
    'The destination of each balance, as the id of a registered bank account or wallet. The service suggests them',
  )

const returnAddress = z
  .string()
  .max(128)
  .optional()
  .describe(
    'The address for a rejected deposit. The sender is not always the right one, because coins returned to an exchange may be lost',
  )

const signedHits = z
  .string()
  .regex(/^\d{1,9} [0-9a-f]{64}$/, 'must be a number and a SHA-256')
  .optional()
  .describe('The number of matches that it decides, and the hash of their ids; the service adds it')

const signedAlerts = z
  .string()
  .regex(/^\d{1,9} [0-9a-f]{64}$/, 'must be a number and a SHA-256')
  .optional()
  .describe('The number of alerts of the case, and the hash of their keys; the service adds it')

const triedRule = z
  .string()
  .max(200)
  .optional()
  .describe('What the rule would have done with the last items, such as `14 of 9200`; the service adds it')

const creditAmount = z
  .string()
  .max(60)
  .optional()
  .describe('The amount to credit, such as `900.00 CHF`: the remainder of the payment; the service adds it')

const limitAmount = decimalInput.nullable().describe('The most that may be used in the period; null removes the limit')
const coinOnChain = z
  .enum(coinsOnChains)
  .describe('The coin and the chain, such as `VCHF/ETH`. Each chain has its own list')

type Payload = { readonly schema: z.ZodObject; readonly subject: string }
const payload = <S extends z.ZodRawShape>(shape: S, subject: keyof S & string) => ({
  schema: z.strictObject(shape),
  subject,
})

export const payloads = {
  // `version`: of the case as its maker saw it.
  'kyb.decide': payload(
    { institutionid: uuid, decision: z.enum(['approve', 'reject', 'reinstate']), version: sha256 },
    'institutionid',
  ),
  'institution.offboard': payload({ institutionid: uuid, payouts: payouts.optional() }, 'institutionid'),
  'institution.approver': payload({ person: uuid }, 'person'),
  'address.clear': payload({ addressid: uuid, hits: signedHits }, 'addressid'),
  'bank_account.clear': payload({ accountid: uuid }, 'accountid'),
  // `on`: the subject of the hold, an id or `next withdrawal`. A hold may move, and the decision applies to this subject only.
  'hold.decide': payload(
    { holdid: uuid, decision: z.enum(holdDecisions), on: heldItemDetails, return_to: returnAddress, hits: signedHits },
    'holdid',
  ),
  // `hits`: those that its maker saw. A later one needs a request of its own.
  'party.decide': payload(
    {
      partyid: uuid,
      decision: z.enum(partyDecisions),
      hits: z
        .array(uuid)
        .min(1)
        .max(100)
        .optional()
        .describe('The matches to decide; all undecided ones of the party by default'),
    },
    'partyid',
  ),
  'list.accept': payload({ versionid: uuid }, 'versionid'),
  'list.remove': payload({ entryid: uuid }, 'entryid'),
  'switch.lift': payload(
    { what: z.string().max(40).describe('The name of the switch, such as `withdraw:CHF`'), halt },
    'what',
  ),
  'limit.set': payload(
    {
      institutionid: uuid,
      limits: z
        .array(
          z.strictObject({
            product: z.enum(limitedProducts),
            asset: assetCode,
            period: z.enum(limitPeriods),
            amount: limitAmount,
          }),
        )
        .min(1)
        .max(50)
        .describe('The limits to set, up to 50 at once; the others of the institution stay'),
    },
    'institutionid',
  ),
  // `tried`: what it would have done with the last items, as its maker saw it.
  // `alerts`: those that its maker saw. A later one needs a request of its own.
  'case.decide': payload({ caseid: uuid, outcome: z.enum(caseOutcomes), alerts: signedAlerts }, 'caseid'),
  'rule.activate': payload({ versionid: uuid, tried: triedRule }, 'versionid'),
  'rule.retire': payload({ versionid: uuid }, 'versionid'),
  'bank.send_back': payload({ wireid: uuid }, 'wireid'),
  'wire.assign': payload({ wireid: uuid, institutionid: uuid }, 'wireid'),
  'bank.import': payload({ sha256 }, 'sha256'),
  'bank.retract_file': payload({ sha256 }, 'sha256'),
  'bank.retract': payload({ entry: number }, 'entry'),
  'bank.match_line': payload({ line: number, entries: z.array(number).min(1).max(1_000) }, 'line'),
  'bank.book_line': payload({ line: number }, 'line'),
  'bank.account': payload(
    {
      purpose: z.enum(accountPurposes),
      currency: z.enum(fiatCodes),
      iban,
      bic: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'must be a BIC'),
      name: z.string().trim().min(1).max(70),
      qriban: iban.nullable().default(null),
      sortcode: z
        .string()
        .regex(/^\d{6}$/, 'must have six digits')
        .nullable()
        .default(null),
      account: z
        .string()
        .regex(/^\d{8}$/, 'must have eight digits')
        .nullable()
        .default(null),
    },
    'iban',
  ),
  'deposit.assign': payload({ depositid: uuid, institutionid: uuid }, 'depositid'),
  'chain.resume': payload({ blockchain: chainCode, from: number }, 'blockchain'),
  'mint.resume': payload({ asset: z.string().max(12), halt }, 'asset'),
  'chain.contract': payload({ blockchain: chainCode, asset: assetCode, address: z.string().max(100) }, 'address'),
  'allow_list.switch': payload({ coin: coinOnChain, mode: z.enum(allowListModes) }, 'coin'),
  'pair.resume': payload({ symbol: z.string().max(24), halt }, 'symbol'),
  'venue.register': payload(
    { name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be a name in LIQUIDITY'), institutionid: uuid },
    'name',
  ),
  // `amount`: as its maker saw it.
  'payment.credit': payload({ paymentid: uuid, amount: creditAmount }, 'paymentid'),
  'rail.resume': payload({ railid: uuid, halt }, 'railid'),
} as const satisfies { readonly [kind in ApprovalKind]?: Payload }

export type ProposedKind = keyof typeof payloads
export type PayloadOf<K extends ProposedKind> = z.output<(typeof payloads)[K]['schema']>
