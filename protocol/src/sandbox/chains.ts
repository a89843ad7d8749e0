import { z } from 'zod'
import { sandboxCall } from './call.ts'
import { none } from './fields.ts'

// Faults of the chains of UAT, which are real chains, and their explorer.

const armed = z
  .object({ armed: z.record(z.string(), z.int()) })
  .meta({ description: 'The number of pending faults of each kind.' })
const count = z.strictObject({
  count: z.int().min(0).max(1_000_000).optional().meta({ description: 'The number of transactions; one by default.' }),
})
const control = {
  method: 'POST',
  tag: 'Chains',
  parts: { code: 'A chain: `ETH`, `SOL`, `BTC` …' },
  response: z.record(z.string(), z.unknown()),
  errors: ['unknown_blockchain'],
} as const

export const chainReorg = sandboxCall({
  ...control,
  name: 'chainReorg',
  path: '/chains/{code}/reorg',
  summary: 'Drop the last blocks',
  description: 'Their transactions are mined again, or with `transactions: "forget"` lost.',
  request: z.strictObject({
    depth: z
      .int()
      .min(1)
      .meta({ description: 'The number of blocks.', examples: [1] }),
    transactions: z.enum(['keep', 'forget']).optional(),
  }),
})
export const chainRevertNext = sandboxCall({
  ...control,
  name: 'chainRevertNext',
  path: '/chains/{code}/revert-next',
  summary: 'Make the next transactions fail',
  description: 'They are mined, and fail on the chain.',
  request: count,
  response: armed,
})
export const chainDropNext = sandboxCall({
  ...control,
  name: 'chainDropNext',
  path: '/chains/{code}/drop-next',
  summary: 'Make the next transactions vanish',
  description: 'They are accepted, and never mined.',
  request: count,
  response: armed,
})
export const chainAcceptThenError = sandboxCall({
  ...control,
  name: 'chainAcceptThenError',
  path: '/chains/{code}/accept-then-error',
  summary: 'Accept the next transactions, and answer with an error',
  description: 'The service must find out that they were accepted.',
  request: count,
  response: armed,
})
export const chainTimeoutNext = sandboxCall({
  ...control,
  name: 'chainTimeoutNext',
  path: '/chains/{code}/timeout-next',
  summary: 'Accept the next transactions, and do not answer',
  description: 'The connection ends without an answer.',
  request: count,
  response: armed,
})
export const chainStall = sandboxCall({
  ...control,
  name: 'chainStall',
  path: '/chains/{code}/stall',
  summary: 'Stop a chain',
  description: 'No blocks until `resume`.',
  request: none,
})
export const chainResume = sandboxCall({
  ...control,
  name: 'chainResume',
  path: '/chains/{code}/resume',
  summary: 'Resume a chain',
  description: 'It mines blocks again.',
  request: none,
})
export const chainMine = sandboxCall({
  ...control,
  name: 'chainMine',
  path: '/chains/{code}/mine',
  summary: 'Mine blocks now',
  description: 'This number of blocks at once.',
  request: z.strictObject({ blocks: z.int().min(1).optional().meta({ description: 'One by default.' }) }),
})
