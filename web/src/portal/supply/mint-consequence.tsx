import type { AssetCode } from '@specie/protocol/assets.ts'
import type { CallError } from '../../api/error.ts'
import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts } from '../../kit/page.tsx'
import type { DryRun } from '../../shared/use-dry-run.ts'
import { BalanceChange } from './balance-change.tsx'
import { Consequence } from './consequence.tsx'
import { isShort } from './refusal.ts'
import { limitRow, UsualTime } from './settles.tsx'
import style from './supply.module.css'
import { type Coin, fiatOf } from './words.ts'

type Props = {
  asset: Coin
  quantity: string
  funding: AssetCode
  dry: DryRun<'mintTokens'>
  error: CallError | null
  busy: boolean
  isToWallet: boolean
  isComplete: boolean
}

const fieldNames = ['quantity', 'blockchain', 'funding_currency', 'destination']

/** What a mint would do, by the service's own dry run, and the button that does it. */
export function MintConsequence({ asset, quantity, funding, dry, error, busy, isToWallet, isComplete }: Props) {
  const balances = useCall('accountBalance', {})
  const available = (code: AssetCode) => balances.data?.balances.find((one) => one.asset === code)?.available ?? '0'
  const { answer, isChecking } = dry
  return (
    <Consequence
      {...{ asset, quantity, isChecking, error, busy }}
      act="Mint"
      fields={fieldNames}
      before={before(error, isComplete)}
    >
      {answer && (
        <>
          <Facts
            rows={[
              ['You get', <Money key="get" amount={quantity} currency={asset} align />],
              [
                answer.estimated ? 'Fee, about' : 'Fee',
                <Money key="fee" amount={answer.fee} currency={answer.fee_currency} align />,
              ],
              [
                answer.estimated ? 'You pay, about' : 'You pay',
                <b key="pay">
                  <Money amount={answer.spent} currency={answer.spent_currency} align />
                </b>,
              ],
              answer.estimated
                ? ['At most', <Money key="most" amount={answer.max_spent} currency={answer.spent_currency} align />]
                : null,
              ['Goes to', answer.destination ?? 'Your balance at Specie'],
              ['Settles', <UsualTime key="settles" />],
              limitRow(answer.limits),
            ]}
          />
          <div className={style['changes']}>
            <BalanceChange
              title={`Available in ${funding}`}
              asset={funding}
              before={available(funding)}
              change={`-${answer.spent}`}
              {...(funding !== fiatOf(asset) && { note: 'The mint waits until your balance covers it.' })}
            />
            {!isToWallet && (
              <BalanceChange
                title={`Available in ${asset}, once settled`}
                asset={asset}
                before={available(asset)}
                change={quantity}
              />
            )}
          </div>
          <Approval hold={answer.hold} />
        </>
      )}
    </Consequence>
  )
}

function before(error: CallError | null, isComplete: boolean): string {
  if (error === null) return isComplete ? 'One moment.' : 'Enter an amount to see what it costs and when it settles.'
  if (isShort(error)) return 'Pay in what is missing, or ask for less.'
  return 'This mint would be refused. Change what is marked.'
}

/** Said before it is asked for, with who can decide. */
function Approval({ hold }: { hold: { reason: string } | null }) {
  const isNeeded = hold?.reason === 'approval_required'
  const second = useCall('secondPerson', {}, { enabled: isNeeded })
  if (!isNeeded) return null
  const count = second.data?.approvers
  return (
    <Banner tone="waits" title="A second person must approve it.">
      {count === 0
        ? 'Your company has no other approver: the request would expire after seven days.'
        : `Somebody of your company with the role approver, other than you${count === undefined ? '' : `: ${count} can`}.`}
    </Banner>
  )
}
