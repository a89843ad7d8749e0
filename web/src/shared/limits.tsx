import type { LimitLeft } from '@specie/protocol/fields.ts'
import { type LimitedProduct, limitedProducts } from '@specie/protocol/limits.ts'
import { SmallTable } from '../kit/table/small-table.tsx'
import { Money } from '../kit/value/money.tsx'
import { Time } from '../kit/value/time.tsx'

// Limits in a day or a month, with what is left of each.

/** On its own: a title or a cell. */
export const productWords: Readonly<Record<LimitedProduct, string>> = {
  mint: 'Mint',
  redeem: 'Redeem',
  withdraw: 'Withdraw',
  trade: 'Trade',
  onramp: 'Rails, from fiat',
  offramp: 'Rails, to fiat',
}

/** Those of a day or a month, in the order of the products. */
export const ownLimits = (limits: readonly LimitLeft[]): LimitLeft[] =>
  limits
    .filter(({ product }) => product !== undefined)
    .toSorted((a, b) => limitedProducts.indexOf(a.product!) - limitedProducts.indexOf(b.product!))

/** The maximum of a single request. */
export const singleLimits = (limits: readonly LimitLeft[]): LimitLeft[] =>
  limits.filter(({ product }) => product === undefined)

/** «Left today», «Left this month». */
export const leftWords = ({ limit }: Pick<LimitLeft, 'limit'>): string =>
  limit === 'month' ? 'Left this month' : 'Left today'

export function OwnLimits({ limits, empty }: { limits: readonly LimitLeft[]; empty: string }) {
  return (
    <SmallTable
      name="Limits in a day or a month"
      rows={ownLimits(limits)}
      rowKey={({ product, asset, limit }) => `${product} ${asset} ${limit}`}
      empty={empty}
      columns={[
        ['For', ({ product }) => productWords[product!]],
        ['In a', ({ limit }) => limit],
        ['Limit', ({ amount, asset }) => <Money amount={amount!} currency={asset} align />, 'num'],
        ['Left', ({ left, asset }) => <Money amount={left} currency={asset} align />, 'num'],
        ['Whole again', ({ resets_at }) => resets_at !== null && <Time at={resets_at} />],
      ]}
    />
  )
}

/** Rows of facts: what is left of the limits that apply to a request. */
export const leftRows = (limits: readonly LimitLeft[] | undefined) =>
  ownLimits(limits ?? []).map(
    (one) =>
      [
        leftWords(one),
        <Money key={`${one.limit} ${one.asset}`} amount={one.left} currency={one.asset} align />,
      ] as const,
  )
