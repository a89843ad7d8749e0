import { institutionLimits } from '@specie/protocol/console/kyb.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { table } from '../show.ts'

export const limitsShow = overConsole(institutionLimits, {
  words: { INSTITUTION: 'id' },
  does: 'show the limits of an institution in a day and a month, with what is left',
  show: ({ limits }) => {
    const own = limits.filter(({ product }) => product !== undefined)
    if (own.length === 0) return 'It has no limits.'
    return table(
      own.map(({ product, asset, limit, amount, left, resets_at }) => ({
        product: product!,
        asset,
        period: limit,
        amount: amount!,
        left,
        resets_at,
      })),
      ['product', 'asset', 'period', 'amount', 'left', 'resets_at'],
    )
  },
})

export const limitsSet = proposalOf(
  'limit.set',
  { INSTITUTION: 'institutionid', 'PRODUCT:ASSET:PERIOD:AMOUNT': 'limits' },
  'set a limit of an institution, or to remove it with the amount `none`; a comma separates several',
)
