import type { AssetCode } from '@specie/protocol/assets.ts'
import { Banner } from '../banner.tsx'
import { Money } from './money.tsx'

type Props = { owed: readonly { asset: AssetCode; amount: string }[]; title: string; children: string }

/** The debt of an institution, with an explanation; nothing without a debt. */
export function Owed({ owed, title, children }: Props) {
  if (owed.length === 0) return null
  return (
    <Banner tone="broken" title={title}>
      {owed.map(({ asset, amount }, n) => (
        <span key={asset}>
          {n > 0 && ', '}
          <Money currency={asset} amount={amount} />
        </span>
      ))}
      . {children}
    </Banner>
  )
}
