import { useEffect, useState } from 'react'
import { isError, type Output } from '../../api/call.ts'
import { isLost } from '../../api/error.ts'
import { useAct } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Money, moneyText } from '../../kit/value/money.tsx'
import { Facts, Stat } from '../../kit/page.tsx'
import { useClientId } from '../client-id.ts'
import { type Balances, balancesAfter, costRows, netOf } from './consequence.tsx'
import {
  type Fields,
  type Ladder,
  ladderAmount,
  midOf,
  minorOf,
  type Pair,
  priceText,
  quantityProblem,
  shortText,
  textOf,
} from '../../shared/prices/figures.ts'
import { AnswerLost, exchanged } from './outcome.tsx'
import style from './trade.module.css'

type Quote = Output<'requestQuote'> & { arrived: number }
type Props = { pair: Pair; fields: Fields; ladder: Ladder | undefined; balances: Balances }

/** A price of the desk that is valid for some seconds, for the side and quantity of the ticket. */
export function FirmQuote({ pair, fields: { side, quantity }, ladder, balances }: Props) {
  const [quote, setQuote] = useState<Quote | null>(null)
  const [done, setDone] = useState<Output<'convert'> | null>(null)
  const ask = useAct('requestQuote', (answer) => setQuote({ ...answer, arrived: performance.now() }))
  const take = useAct('convert', (answer) => {
    setDone(answer)
    setQuote(null)
  })
  const isReady = /^\d+(\.\d+)?$/.test(quantity) && quantityProblem(pair, quantity) === null
  const askAgain = () => {
    setQuote(null)
    setDone(null)
    take.reset()
    ask.mutate({ symbol: pair.symbol, side, orderqty: quantity.replace(/^0+(?=\d)/, '') })
  }
  return (
    <section className={`panel ${style['part']}`} aria-label="Firm quote">
      {quote === null ? (
        <div className="stack tight">
          <h3>Firm quote</h3>
          {done !== null && <Converted done={done} title="Quote accepted." />}
          <FormError error={ask.error} />
          <p className="small muted">
            A price of our desk that is valid for ten seconds, for the side and quantity above. It reserves none of your
            balance.
          </p>
          <Button wide disabled={!isReady} busy={ask.isPending} onClick={askAgain}>
            {isReady ? `Request a quote: ${side} ${shortText(quantity)} ${pair.base}` : 'Request a quote'}
          </Button>
        </div>
      ) : (
        <Standing {...{ quote, pair, ladder, balances, take }} onAsk={isReady ? askAgain : null} />
      )}
    </section>
  )
}

/** The outcome of a conversion, at a firm quote or at the current price. */
export function Converted({ done, title }: { done: Output<'convert'>; title: string }) {
  const link = (
    <Link className="link" to={`/conversions/${done.conversionid}`}>
      Show the conversion
    </Link>
  )
  return done.status === 'completed' ? (
    <Banner tone="done" title={title}>
      {exchanged(done.side, done)} <p>{link}</p>
    </Banner>
  ) : (
    <Banner tone="broken" title="Rejected. Nothing was traded.">
      {done.reason} <p>{link}</p>
    </Banner>
  )
}

type StandingProps = Omit<Props, 'fields'> & {
  quote: Quote
  take: ReturnType<typeof useAct<'convert'>>
  onAsk: (() => void) | null
}

function Standing({ quote, pair, ladder, balances, take, onAsk }: StandingProps) {
  const { left, whole } = useLeftOf(quote)
  const { side, orderqty, price, quoteid } = quote
  const { gets, pays } = netOf(quote)
  const [amount, word] = side === 'Buy' ? [pays, 'You pay exactly'] : [gets, 'You get exactly']
  const clreqid = useClientId(quoteid)
  const isUnknown = take.isPending || isLost(take.error)
  // A quote with an unknown outcome is not over. The repeated request returns the outcome.
  const isOver = left === 0 && !isUnknown
  return (
    <div className={style['aligned']}>
      <div className="row">
        <h3>
          Firm quote: {side} {shortText(orderqty)} {pair.base}
        </h3>
        <span className="grow" />
        <span role="timer">
          <Badge tone={isOver ? 'quiet' : 'waits'}>{isOver ? 'Expired' : `${Math.ceil(left / 1_000)} s left`}</Badge>
        </span>
      </div>
      <div className={style['bar']} aria-hidden>
        <span style={{ width: `${(left / whole) * 100}%` }} />
      </div>
      <div className={style['firm']}>
        <Stat name="Price">{priceText(price, pair.price_decimals)}</Stat>
        <Stat name={word}>
          <Money amount={amount} currency={pair.quote} />
        </Stat>
      </div>
      {!isOver && (
        <>
          <Against {...{ quote, pair, ladder }} />
          <Facts
            rows={[
              ...costRows(pair, side, quote, (ladder && midOf(pair, ladder)) ?? null),
              ...balancesAfter(quote, balances),
            ]}
          />
        </>
      )}
      <div className="stack tight">
        <span role="status" className="small muted">
          {isOver ? 'The quote has expired. Nothing was traded.' : null}
        </span>
        {isLost(take.error) ? (
          <AnswerLost />
        ) : (
          !isError(take.error, 'quote_expired') && <FormError error={take.error} />
        )}
        {isOver ? (
          <Button wide disabled={onAsk === null} onClick={() => onAsk?.()}>
            Request again
          </Button>
        ) : (
          <Button wide main busy={take.isPending} onClick={() => take.mutate({ quoteid, clreqid })}>
            Accept quote for {moneyText(amount, pair.quote)}
          </Button>
        )}
        <span className="small muted">
          Quote <Id value={quoteid} />
        </span>
      </div>
    </div>
  )
}

/** The firm price compared with the ladder, which may change. */
function Against({ quote, pair, ladder }: Pick<StandingProps, 'quote' | 'pair' | 'ladder'>) {
  const open = ladder && ladderAmount(pair, ladder, quote.side, quote.orderqty)
  if (open == null) return null
  const firm = minorOf(quote.side === 'Buy' ? quote.sold : quote.bought, pair.quote)
  const more = firm - open
  if (more === 0n) return <p className="small muted">The same as in the order book now, but guaranteed.</p>
  const by = moneyText(textOf(more < 0n ? -more : more, pair.quote), pair.quote)
  return (
    <p className="small muted">
      {by} {more > 0n ? 'more' : 'less'} than in the order book now, and guaranteed.
    </p>
  )
}

/** Counted from the arrival, because the clocks of browser and service may differ. */
function useLeftOf({ timestamp, expires_at, arrived }: Quote): { left: number; whole: number } {
  const whole = Date.parse(expires_at) - Date.parse(timestamp)
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return { left: Math.max(0, whole - Math.max(0, now - arrived)), whole }
}
