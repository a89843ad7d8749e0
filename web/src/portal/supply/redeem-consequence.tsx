import type { Output } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import { Money } from '../../kit/value/money.tsx'
import type { DryRun } from '../../shared/use-dry-run.ts'
import { accountText } from '../account-text.ts'
import { Consequence, type Effect } from './consequence.tsx'
import { type Coin, fiatOf } from './words.ts'

type Request = { asset: Coin; quantity: string; isToBank: boolean }
type Props = Request & { dry: DryRun<'redeemTokens'>; error: CallError | null; busy: boolean; isComplete: boolean }

/** The effect of a redemption. */
export const RedeemConsequence = ({ dry: { answer, isChecking }, ...props }: Props) => (
  <Consequence
    {...props}
    {...{ isChecking }}
    act="Redeem"
    fields={['quantity', 'blockchain', 'bankaccount']}
    prompt="Enter an amount to see what you receive and when it settles."
    effect={answer && effectOf(answer, props)}
  />
)

function effectOf(answer: Output<'redeemTokens'>, { asset, quantity, isToBank }: Request): Effect {
  const { fee, fee_currency, received, received_currency, destination, identifier, limits } = answer
  return {
    rows: [
      ['You redeem', <Money key="give" amount={quantity} currency={asset} align />],
      ['Fee', <Money key="fee" amount={fee} currency={fee_currency} align />],
      [
        'You receive',
        <b key="get">
          <Money amount={received} currency={received_currency} align />
        </b>,
      ],
      [
        'Paid to',
        <span key="to">
          {destination ?? 'Your balance at Specie'}
          {identifier !== null && <small className="mono">{accountText(identifier)}</small>}
        </span>,
      ],
    ],
    limits,
    changes: [
      { asset, change: `-${quantity}` },
      ...(isToBank ? [] : [{ asset: fiatOf(asset), change: received, isLater: true }]),
    ],
    note: isToBank && <p className="s13 muted">Money that the bank does not pay out returns to your balance.</p>,
  }
}
