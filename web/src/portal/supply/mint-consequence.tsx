import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Output } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import { Banner } from '../../kit/banner.tsx'
import { Money } from '../../kit/value/money.tsx'
import type { DryRun } from '../../shared/use-dry-run.ts'
import { waitsForOwn } from '../hold.ts'
import { FutureApprovers } from '../needs-approval.tsx'
import { Consequence, type Effect } from './consequence.tsx'
import { type Coin, fiatOf } from './words.ts'

type Request = { asset: Coin; quantity: string; funding: AssetCode; isToWallet: boolean }
type Props = Request & { dry: DryRun<'mintTokens'>; error: CallError | null; busy: boolean; isComplete: boolean }

/** The effect of a mint. */
export const MintConsequence = ({ dry: { answer, isChecking }, ...props }: Props) => (
  <Consequence
    {...props}
    {...{ isChecking }}
    act="Mint"
    fields={['quantity', 'blockchain', 'funding_currency', 'destination']}
    prompt="Enter an amount to see what it costs and when it settles."
    effect={answer && effectOf(answer, props)}
  />
)

function effectOf(answer: Output<'mintTokens'>, { asset, quantity, funding, isToWallet }: Request): Effect {
  const { estimated, fee, fee_currency, spent, spent_currency, max_spent, destination, limits, hold } = answer
  const about = estimated ? ', about' : ''
  const paid = { asset: funding, change: `-${spent}` }
  return {
    rows: [
      ['You get', <Money key="get" amount={quantity} currency={asset} align />],
      [`Fee${about}`, <Money key="fee" amount={fee} currency={fee_currency} align />],
      [
        `You pay${about}`,
        <b key="pay">
          <Money amount={spent} currency={spent_currency} align />
        </b>,
      ],
      estimated ? ['At most', <Money key="max" amount={max_spent} currency={spent_currency} align />] : null,
      ['Sent to', destination ?? 'Your balance at Specie'],
    ],
    limits,
    changes: [
      funding === fiatOf(asset) ? paid : { ...paid, note: 'The mint waits until your balance covers it.' },
      ...(isToWallet ? [] : [{ asset, change: quantity, isLater: true }]),
    ],
    note: <Approval hold={hold} />,
  }
}

/** Shown before the request is sent, with the people who can decide. */
function Approval({ hold }: { hold: { reason: string } | null }) {
  if (!waitsForOwn({ hold })) return null
  return (
    <Banner tone="waits" title="Needs approval.">
      <FutureApprovers />
    </Banner>
  )
}
