import type { AssetCode } from '@specie/protocol/assets.ts'
import { Banner } from '../../kit/banner.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Skeleton } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts } from '../../kit/page.tsx'
import type { DryRun } from '../../shared/use-dry-run.ts'
import { leftRows, singleLimits } from '../../shared/limits.tsx'
import { add, subtract } from '../decimals.ts'
import { waitsForOwn } from '../hold.ts'
import { FutureApprovers } from '../needs-approval.tsx'
import { isAtBank } from './words.ts'

type Props = {
  asset: AssetCode
  available: string
  dryRun: DryRun<'withdraw'>
}

/** The effect of a withdrawal, by the service's dry run. */
export function Consequence({ asset, available, dryRun: { request, answer, error, isChecking } }: Props) {
  if (error !== null && error.code !== 'insufficient_balance')
    return <FormError error={error} fields={['asset', 'blockchain', 'quantity', 'destination']} />
  if (request === undefined || answer === undefined)
    return isChecking ? (
      <Skeleton lines={5} />
    ) : (
      <p className="s13 muted">Enter an amount and a destination to see fee, balance and limits.</p>
    )
  const total = add(request.quantity, answer.fee, asset)
  const money = (amount: string) => <Money amount={amount} currency={asset} />
  return (
    <div className="stack" aria-live="polite">
      <Facts
        rows={[
          ['Recipient receives', money(request.quantity)],
          [isAtBank(asset) ? 'Fee' : 'Network fee', money(answer.fee)],
          ['Taken from your balance', <b key="total">{money(total)}</b>],
          ['Available now', money(available)],
          ['Available afterwards', money(subtract(available, total, asset))],
          ...singleLimits(answer.limits ?? []).map(
            ({ limit, left }) => [limitWords[limit] ?? 'At most', money(left)] as const,
          ),
          ...leftRows(answer.limits),
          [
            'Sent to',
            <span key="to">
              {answer.destination}
              <small className="mono">{answer.address ?? answer.identifier}</small>
            </span>,
          ],
          ['Takes', isAtBank(asset) ? 'the bank’s next run, on business days' : 'about three hours'],
        ]}
      />
      {waitsForOwn(answer) && (
        <Banner tone="waits" title="Needs approval.">
          <FutureApprovers />
        </Banner>
      )}
    </div>
  )
}

const limitWords: Partial<Record<string, string>> = {
  coins_on_chain: 'Available on this chain',
  crypto_at_once: 'Maximum in one withdrawal',
}
