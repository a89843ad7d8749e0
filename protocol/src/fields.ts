import { z } from 'zod'
import { type AssetCode, assets } from './assets.ts'
import { type ChainCode, chains } from './chains.ts'
import { limitedProducts, limitPeriods } from './limits.ts'
import { decimalPattern } from './money.ts'

// Fields that several endpoints share.

export const isoTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a time in UTC, as 2026-11-14T12:00:00.000Z')
  .meta({ description: 'ISO 8601, UTC, with milliseconds.', examples: ['2026-11-14T12:00:00.000Z'] })

export const decimal = z
  .string()
  .regex(decimalPattern, 'a decimal number as a string, such as 1000.50: no sign, no exponent')
  .meta({ description: 'A decimal number as a string, without trailing zeros.', examples: ['1000.5'] })

/** The same from a caller: trailing zeros are allowed. */
export const decimalInput = decimal.meta({
  description: 'A decimal number as a string: no sign, no exponent.',
  examples: ['1000.5'],
})

export const assetCode = z.enum(Object.keys(assets) as [AssetCode, ...AssetCode[]])
export const chainCode = z.enum(Object.keys(chains) as [ChainCode, ...ChainCode[]])

/** An id of ours. Capital letters are lowered: the database, seals and hashes have one spelling. */
export const uuid = z
  .uuid()
  .toLowerCase()
  .meta({ examples: ['01a1dd43-ac0c-7e54-8089-855b9399b74a'] })
/** A filter: an unknown value gives an empty list. An empty text is refused, because it is most likely a mistake. */
export const soughtText = (most: number) => z.string().min(1, 'not empty; leave it out to see all').max(most)
/** An id of ours as a filter. */
export const anId = soughtText(64).toLowerCase()
/** A client id as a filter; its case is significant. */
export const aClientId = soughtText(64)

export const ok = z.literal('ok')
export const environment = z.enum(['uat', 'production'])

/** The caller's own id of a write. The same id and content gets the same answer, and is done once. */
export const clientId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,64}$/, '1 to 64 of A-Z a-z 0-9 . _ : -')
  .meta({ description: '1 to 64 of A-Z a-z 0-9 . _ : -', examples: ['payout-2026-0042'] })

/** The remainder of a limit. */
export const limitLeft = z.object({
  limit: z
    .enum(['operation_maximum', 'order_maximum', 'open_quotes', 'coins_on_chain', 'crypto_at_once', ...limitPeriods])
    .meta({
      description:
        '`operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product.',
    }),
  product: z.enum(limitedProducts).optional().meta({ description: 'For `day` and `month`: what is limited.' }),
  asset: assetCode,
  amount: decimal.optional().meta({ description: 'For `day` and `month`: the whole limit.' }),
  left: decimal.meta({ description: 'The maximum of a request now.' }),
  resets_at: isoTime.nullable().meta({ description: 'The time of its full renewal, or null.' }),
})

export type LimitLeft = z.infer<typeof limitLeft>

export const validate = z
  .enum(['true', 'false'])
  .optional()
  .meta({ description: '`true`: every check runs, nothing is done, and no client id is used up.' })

/** The fields of a write that report a mere validation. */
export const validation = {
  validated: z.boolean(),
  limits: z
    .array(limitLeft)
    .optional()
    .meta({ description: 'The remainder of the limits, present only if the request was validated.' }),
}

const beginning = Date.parse('2000-01-01T00:00:00Z')
const end = Date.parse('2100-01-01T00:00:00Z')

/** The bounds of times, in UNIX milliseconds: those of callers, and those within a cursor. */
export const isWithinTimes = (ms: number): boolean => ms >= beginning && ms <= end

const inUtc = 'a time in UTC, as 2026-11-14T12:00:00Z; 14:00:00+02:00 is 12:00:00Z, and a + in a form is sent as %2B'

/** A time from a caller, to the nanosecond at most. Python writes `Z` as `+00:00`. */
export const instant = z
  .string()
  .overwrite((text) => text.replace(/\+00:00$/, 'Z'))
  .max('2026-11-14T12:00:00.000000000Z'.length, inUtc)
  .refine((text) => z.iso.datetime().safeParse(text).success, inUtc)
  .refine((text) => isWithinTimes(Date.parse(text)), 'a time from 2000-01-01 to 2100-01-01')
  .meta({
    format: 'date-time',
    description: 'ISO 8601, UTC, from 2000-01-01 to 2100-01-01.',
    examples: ['2026-11-14T12:00:00Z'],
  })

/** The common fields of every `query…` call. */
export const queryFields = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'a whole number from 1 to 500')
    .transform(Number)
    .optional()
    .meta({ description: 'The maximum number of rows: 1 to 500, 100 by default.' }),
  cursor: z.string().max(200).optional().meta({ description: '`next_cursor` of the previous page.' }),
  from: instant.optional().meta({ description: 'Created at this time or later.' }),
  to: instant.optional().meta({ description: 'Created before this time.' }),
  sort: z.enum(['asc', 'desc']).optional().meta({ description: '`desc`, newest first, by default.' }),
}

/** The common fields of every `query…` answer. */
export const pageAnswer = {
  timestamp: isoTime,
  result: ok,
  next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
}

/** The maximum distance of a nonce from the time of the service: a second to a day. */
export const nonceWindow = z
  .int()
  .min(1_000)
  .max(86_400_000)
  .meta({ examples: [30_000] })
