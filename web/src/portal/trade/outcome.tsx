import type { Output } from '../../api/call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { netOf } from './consequence.tsx'
import type { Fields, Ladder, Pair } from '../../shared/prices/figures.ts'
import { rejection } from './words.ts'

type Props = { answer: Output<'addOrder'>; fields: Fields; pair: Pair; ladder: Ladder | undefined }

/** The outcome of the order. It takes the focus, so that screen readers read it. */
export function OrderOutcome({ answer: { order, error }, fields, pair, ladder }: Props) {
  const link = (
    <Link className="link" to={`/orders/${order.ordid}`}>
      Show the order
    </Link>
  )
  return (
    <div tabIndex={-1} data-outcome>
      {error.code === null ? (
        <Banner tone="done" title="Filled.">
          {exchanged(fields.side, order)} <p>{link}</p>
        </Banner>
      ) : (
        <Banner tone="broken" title="Rejected. Nothing was traded.">
          {rejection(error.code, pair, fields, ladder)} <p>{link}</p>
        </Banner>
      )}
    </div>
  )
}

/** Every act has its own id, so a repetition is done once. */
export function AnswerLost() {
  return (
    <Banner tone="broken" title="The answer was lost.">
      Press the button again. The order is executed at most once.
    </Banner>
  )
}

/** «You bought 100.00 VCHF for 100.01 CHF.», including the fee. */
export function exchanged(side: string, exchange: Parameters<typeof netOf>[0]): string {
  const { gets, pays } = netOf(exchange)
  const [got, paid] = [moneyText(gets, exchange.bought_currency), moneyText(pays, exchange.sold_currency)]
  return side === 'Buy' ? `You bought ${got} for ${paid}.` : `You sold ${paid} for ${got}.`
}
