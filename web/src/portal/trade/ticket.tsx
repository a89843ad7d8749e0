import { marketMs } from './use-market.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Output } from '../../api/call.ts'
import { isLost } from '../../api/error.ts'
import { useAct } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { AmountField } from '../../kit/form/amount-field.tsx'
import { Segment } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { useClientId } from '../client-id.ts'
import { Consequence } from './consequence.tsx'
import {
  bandOf,
  type Fields,
  isNumber,
  type Ladder,
  maxQuantity,
  type Pair,
  priceProblem,
  priceText,
  quantityProblem,
  readyFields,
  shortText,
} from '../../shared/prices/figures.ts'
import { AnswerLost, OrderOutcome } from './outcome.tsx'
import style from './trade.module.css'
import { useDryRun } from '../../shared/use-dry-run.ts'

type Props = {
  pair: Pair
  fields: Fields
  setFields: (fields: Fields) => void
  ladder: Ladder | undefined
  balances: ((asset: string) => string) | null
}

/** The answer to an order, shown until its fields change. */
type Outcome = { answer: Output<'addOrder'>; sent: Fields; beside: Fields }

/** The fill-or-kill order: its fields, its effect by the service's dry run, and the button that sends it. */
export function Ticket({ pair, fields, setFields, ladder, balances }: Props) {
  const [last, setLast] = useState<Outcome | null>(null)
  const outcome = last?.beside === fields ? last : null
  const sent = useRef(fields)
  const form = useRef<HTMLFormElement>(null)
  const ready = readyFields(pair, fields)
  // The same order has the same id, so a repetition after a lost answer is not filled twice.
  const clordid = useClientId([ready, last?.answer.order.ordid])
  const request = ready && orderOf(pair, ready)
  const dryRun = useDryRun('addOrder', request && { ...request, clordid: `${clordid}-try` }, marketMs)
  const place = useAct('addOrder', (answer) => {
    const beside = answer.error.code === null ? { ...sent.current, quantity: '' } : sent.current
    setLast({ answer, sent: sent.current, beside })
    setFields(beside)
  })
  useEffect(() => {
    if (last !== null) form.current?.querySelector<HTMLElement>('[data-outcome]')?.focus()
  }, [last])
  const edit = (change: Partial<Fields>) => {
    place.reset()
    setFields({ ...fields, ...change })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (request === null || !dryRun.isCurrent || place.isPending) return
    sent.current = fields
    place.mutate({ ...request, clordid, timestamp: new Date().toISOString() })
  }
  const { side, quantity, price } = fields
  const acts = `${side} ${ready === null ? '' : `${shortText(ready.quantity)} `}${pair.base}`
  const isRejected = dryRun.answer?.error.code != null
  return (
    <section className="panel" aria-label="Order ticket">
      <form ref={form} className={`${style['part']} ${style['ticket']}`} onSubmit={send}>
        <Segment
          wide
          label="Side"
          value={side}
          options={[
            { value: 'Buy', label: `Buy ${pair.base}` },
            { value: 'Sell', label: `Sell ${pair.base}` },
          ]}
          onChange={(value) => edit({ side: value })}
        />
        <AmountField
          label="Quantity"
          name="orderqty"
          aside={`at least ${shortText(pair.min_order_size)}`}
          currency={pair.base}
          max={maxOf(pair, fields, ladder, balances)}
          value={quantity}
          onChange={(value) => edit({ quantity: value })}
          {...problemOf(quantityProblem(pair, quantity))}
        />
        <AmountField
          label="Limit price"
          name="price"
          aside={bandText(pair, ladder)}
          currency={pair.quote}
          value={price}
          onChange={(value) => edit({ price: value })}
          {...problemOf(priceProblem(pair, price))}
        />
        {ready !== null && outcome === null && <Consequence {...{ pair, dryRun, ladder, balances }} fields={ready} />}
        {outcome !== null && <OrderOutcome answer={outcome.answer} fields={outcome.sent} {...{ pair, ladder }} />}
        <FormError error={dryRun.error} />
        {isLost(place.error) ? <AnswerLost /> : <FormError error={place.error} />}
        <Button type="submit" tall wide main={!isRejected} busy={place.isPending} disabled={!dryRun.isCurrent}>
          {acts}, fill or kill
        </Button>
        <p className="small muted">
          {ready === null && outcome === null && 'Take a price from the order book, or type one. '}
          Filled completely at your limit or better, or not at all. Settles at once.
        </p>
      </form>
    </section>
  )
}

/** At the limit, or at the best price before there is one. */
function maxOf(pair: Pair, { side, price }: Fields, ladder: Ladder | undefined, balances: Props['balances']) {
  const best = (side === 'Buy' ? ladder?.asks : ladder?.bids)?.[0]?.price
  const limit = isNumber(price) && priceProblem(pair, price) === null ? price : best
  if (balances === null || limit === undefined) return null
  return maxQuantity(pair, side, limit, balances(side === 'Buy' ? pair.quote : pair.base))
}

const orderOf = (pair: Pair, { side, quantity, price }: Fields) => ({
  symbol: pair.symbol,
  side,
  ordtype: 'Limit',
  timeinforce: 'FOK',
  orderqty: quantity,
  price,
})

/** Without a problem of the page, the field shows its own. */
const problemOf = (problem: string | null) => (problem === null ? {} : { problem })

/** The allowed limits around the market, as prices. */
function bandText(pair: Pair, ladder: Ladder | undefined): string | undefined {
  const band = ladder && bandOf(pair, ladder)
  return band ? `band ${band.map((price) => priceText(price, pair.price_decimals)).join(' to ')}` : undefined
}
