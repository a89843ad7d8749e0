import type { CallError } from '../../api/error.ts'
import { useCall } from '../../api/use-call.ts'
import { Money } from '../../kit/value/money.tsx'
import { Facts } from '../../kit/page.tsx'
import { accountText } from '../account-text.ts'
import type { DryRun } from '../../shared/use-dry-run.ts'
import { BalanceChange } from './balance-change.tsx'
import { Consequence } from './consequence.tsx'
import { limitRow, UsualTime } from './settles.tsx'
import style from './supply.module.css'
import { type Coin, fiatOf } from './words.ts'

type Props = {
  asset: Coin
  quantity: string
  /** Coins that can be redeemed now. */
  available: string
  dry: DryRun<'redeemTokens'>
  error: CallError | null
  busy: boolean
  isToBank: boolean
  isComplete: boolean
}

const fieldNames = ['quantity', 'blockchain', 'bankaccount']

/** What a redemption would do, by the service's own dry run, and the button that does it. */
export function RedeemConsequence({ asset, quantity, available, dry, error, busy, isToBank, isComplete }: Props) {
  const balances = useCall('accountBalance', {})
  const fiat = fiatOf(asset)
  const money = balances.data?.balances.find((one) => one.asset === fiat)?.available ?? '0'
  const { answer, isChecking } = dry
  return (
    <Consequence
      {...{ asset, quantity, isChecking, error, busy }}
      act="Redeem"
      fields={fieldNames}
      before={before(error, isComplete)}
    >
      {answer && (
        <>
          <Facts
            rows={[
              ['You give back', <Money key="give" amount={quantity} currency={asset} align />],
              ['Fee', <Money key="fee" amount={answer.fee} currency={answer.fee_currency} align />],
              [
                'You receive',
                <b key="get">
                  <Money amount={answer.received} currency={answer.received_currency} align />
                </b>,
              ],
              [
                'Paid to',
                <span key="to">
                  {answer.destination ?? 'Your balance at Specie'}
                  {answer.identifier !== null && <small className="mono">{accountText(answer.identifier)}</small>}
                </span>,
              ],
              ['Settles', <UsualTime key="settles" />],
              limitRow(answer.limits),
            ]}
          />
          <div className={style['changes']}>
            <BalanceChange title={`Available in ${asset}`} asset={asset} before={available} change={`-${quantity}`} />
            {!isToBank && (
              <BalanceChange
                title={`Available in ${fiat}, once settled`}
                asset={fiat}
                before={money}
                change={answer.received}
              />
            )}
          </div>
          {isToBank && <p className="s13 muted">What the bank does not pay comes to your balance.</p>}
        </>
      )}
    </Consequence>
  )
}

function before(error: CallError | null, isComplete: boolean): string {
  if (error !== null) return 'This redemption would be refused. Change what is marked.'
  return isComplete ? 'One moment.' : 'Enter an amount to see what you receive and when it settles.'
}
