import type { AssetCode } from '@specie/protocol/assets.ts'
import { Banner } from '../../kit/banner.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Skeleton } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts } from '../../kit/page.tsx'
import type { DryRun } from '../../shared/use-dry-run.ts'
import { add, subtract } from '../decimals.ts'
import { isAtBank } from './words.ts'

type Props = {
  asset: AssetCode
  available: string
  dryRun: DryRun<'withdraw'>
}

/** What a withdrawal would do, by the service's own dry run. */
export function Consequence({ asset, available, dryRun: { asked, answer, error, isChecking } }: Props) {
  if (error !== null && error.code !== 'insufficient_balance')
    return <FormError error={error} fields={['asset', 'blockchain', 'quantity', 'destination']} />
  if (asked === undefined || answer === undefined)
    return isChecking ? (
      <Skeleton lines={5} />
    ) : (
      <p className="s13 muted">Say how much and where to: fee, balance and limits are shown here first.</p>
    )
  const total = add(asked.quantity, answer.fee, asset)
  const money = (amount: string) => <Money amount={amount} currency={asset} />
  return (
    <div className="stack" aria-live="polite">
      <Facts
        rows={[
          ['Arrives', money(asked.quantity)],
          [isAtBank(asset) ? 'Fee' : 'Network fee', money(answer.fee)],
          ['Taken from your balance', <b key="total">{money(total)}</b>],
          ['Available now', money(available)],
          ['Available afterwards', money(subtract(available, total, asset))],
          ...(answer.limits ?? []).map(({ limit, left }) => [limitWords[limit] ?? 'At most', money(left)] as const),
          [
            'Goes to',
            <span key="to">
              {answer.destination}
              <small className="mono">{answer.address ?? answer.identifier}</small>
            </span>,
          ],
          ['Arrives in', isAtBank(asset) ? 'the bank’s next run, on business days' : 'about three hours'],
        ]}
      />
      {answer.hold !== null && (
        <Banner tone="held" title="A second person must approve it.">
          Your company has chosen this for amounts of this size. The money is set aside until then.
        </Banner>
      )}
    </div>
  )
}

const limitWords: Partial<Record<string, string>> = {
  coins_on_chain: 'Can leave on this chain',
  crypto_at_once: 'Most in one withdrawal',
}
