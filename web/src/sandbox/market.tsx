import { pairs } from '@specie/protocol/pairs.ts'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Check, Choose, Field } from '../kit/form/field.tsx'
import { Outcome } from './outcome.tsx'
import { useLever } from './use-lever.ts'
import style from './sandbox.module.css'

const blank = { bid: '0.9995', bidQty: '100000', ask: '1.0005', askQty: '100000' }

/** The quotes of a pair, and its halt. */
export function Market() {
  const [symbol, setSymbol] = useState('VCHF/CHF')
  const [book, setBook] = useState(blank)
  const [frozen, setFrozen] = useState(false)
  const { pull, busy, error, outcome } = useLever()
  const see = { title: 'See the market', address: '/portal/trade' }
  const side = (price: string, qty: string) => (price === '' || qty === '' ? [] : [[price, qty]])
  const set = () =>
    pull('liquidity', { symbol, bids: side(book.bid, book.bidQty), asks: side(book.ask, book.askQty), frozen }, () => ({
      text: `${symbol} has this book ${frozen ? 'until you change it' : 'for a minute'}.`,
      see,
    }))
  const field = (name: keyof typeof blank, label: string) => (
    <Field
      label={label}
      name={name}
      inputMode="decimal"
      value={book[name]}
      onChange={(value) => setBook({ ...book, [name]: value.trim() })}
    />
  )
  return (
    <div className="stack">
      <Choose
        label="Pair"
        name="symbol"
        value={symbol}
        onChange={setSymbol}
        options={pairs.map((pair) => ({ value: pair.symbol, label: pair.symbol }))}
        error={error}
      />
      <div className={style['pair']}>
        {field('bid', 'Bid')}
        {field('bidQty', 'Quantity bid')}
        {field('ask', 'Ask')}
        {field('askQty', 'Quantity ask')}
      </div>
      <Check checked={frozen} onChange={setFrozen} label="Keep it until I change it" />
      <Button main wide busy={busy} onClick={set}>
        Set this book
      </Button>
      <div className="row">
        <Button
          small
          busy={busy}
          onClick={() =>
            pull('liquidity', { symbol }, () => ({ text: `${symbol} has the market’s own prices again.`, see }))
          }
        >
          The market’s own prices
        </Button>
        <Button
          small
          busy={busy}
          onClick={() =>
            pull('pairs', { symbol, halted: 'requested in the sandbox' }, () => ({
              text: `${symbol} is halted. Orders are rejected.`,
              see,
            }))
          }
        >
          Halt
        </Button>
        <Button
          small
          busy={busy}
          onClick={() =>
            pull('pairs', { symbol, halted: null }, () => ({
              text: `${symbol} trades again. Two people approved it in the sandbox.`,
              see,
            }))
          }
        >
          Resume trading
        </Button>
      </div>
      <Outcome outcome={outcome} error={error} fields={['symbol']} />
    </div>
  )
}
