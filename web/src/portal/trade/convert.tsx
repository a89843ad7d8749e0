import { type FormEvent, useState } from 'react'
import type { Output } from '../../api/call.ts'
import { isLost } from '../../api/error.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { shownAmount } from '../../kit/form/amount.ts'
import { AmountField } from '../../kit/form/amount-field.tsx'
import { Choose } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Empty, Loaded, Skeleton } from '../../kit/loading.tsx'
import { Money, moneyText } from '../../kit/value/money.tsx'
import { Facts, PageHead, Panel } from '../../kit/page.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { useClientId } from '../client-id.ts'
import { balancesAfter, costRows, netOf } from './consequence.tsx'
import { Converted } from './firm-quote.tsx'
import { AnswerLost } from './outcome.tsx'
import { isNumber, midOf, type Pair, readyFloor } from '../../shared/prices/figures.ts'
import { TradeTabs } from './tabs.tsx'
import style from './trade.module.css'
import { useBalances } from '../use-balances.ts'
import { marketMs, useLadder } from './use-market.ts'
import { type DryRun, useDryRun } from '../../shared/use-dry-run.ts'

/** Converts one asset into another at the desk's current price, for at least a given amount. */
export function Page() {
  const pairs = useCall('getTradingPairs', {})
  const mayTrade = mayDo(useMe(), 'money.trade')
  return (
    <>
      <PageHead title="Convert" sub="Convert one asset into another at our desk’s current price." />
      <TradeTabs />
      {mayTrade ? (
        <Loaded query={pairs} lines={6}>
          {(data) => <Conversion pairs={data.pairs} />}
        </Loaded>
      ) : (
        <Empty title="You cannot convert.">Converting needs the role trader.</Empty>
      )}
    </>
  )
}

/** The assets into which this one can be converted, in the order of the pairs. */
const partnersOf = (pairs: readonly Pair[], asset: string): string[] =>
  pairs.flatMap(({ base, quote }) => (base === asset ? [quote] : quote === asset ? [base] : []))

const optionsOf = (codes: readonly string[]) => [...new Set(codes)].map((value) => ({ value, label: value }))

function Conversion({ pairs }: { pairs: readonly Pair[] }) {
  const [{ from: chosen = 'CHF', to: wanted }, change] = useUrlState()
  const [quantity, setQuantity] = useState('')
  const [minimum, setMinimum] = useState('')
  const [done, setDone] = useState<Output<'convert'> | null>(null)
  const from = pairs.some(({ base, quote }) => base === chosen || quote === chosen) ? chosen : 'CHF'
  const partners = partnersOf(pairs, from)
  const to = wanted !== undefined && partners.includes(wanted) ? wanted : partners[0]!
  const pair = pairs.find(({ base, quote }) => (base === from && quote === to) || (base === to && quote === from))!
  const balances = useBalances()
  const exchange = { from_currency: from, to_currency: to, quantity: quantity.replace(/^0+(?=\d)/, '') }
  const dryRun = useDryRun(
    'convert',
    isNumber(quantity) ? { ...exchange, min_received: isNumber(minimum) ? minimum : '0' } : null,
    marketMs,
  )
  const received = dryRun.answer?.status === 'completed' ? netOf(dryRun.answer).gets : null
  const floor = minimum === '' ? received : minimum
  const ready = readyFloor(dryRun, floor)
  const convert = useAct('convert', (answer) => {
    setDone(answer)
    if (answer.status === 'completed') setQuantity('')
  })
  // A repetition after a lost answer is the same conversion and is done once, although the price has moved.
  const lost = isLost(convert.error) ? convert.variables : undefined
  const clreqid = useClientId([exchange, floor, done?.conversionid])
  const edit = (act: () => void) => {
    setDone(null)
    convert.reset()
    act()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (lost !== undefined) convert.mutate(lost)
    else if (ready !== null) convert.mutate({ ...exchange, min_received: ready, clreqid })
  }
  const error = convert.error ?? dryRun.error
  return (
    <div className="split">
      <form className="stack" onSubmit={send}>
        <div className={style['convert']}>
          <Choose
            label="From"
            name="from_currency"
            value={from}
            options={optionsOf(pairs.flatMap(({ base, quote }) => [base, quote]))}
            onChange={(value) => edit(() => change({ from: value }))}
          />
          <Choose
            label="To"
            name="to_currency"
            value={to}
            options={optionsOf(partners)}
            onChange={(value) => edit(() => change({ from, to: value }))}
            error={error}
          />
        </div>
        <AmountField
          label="Amount"
          name="quantity"
          currency={from}
          value={quantity}
          max={balances?.(from) ?? null}
          aside={balances === null ? undefined : `available ${moneyText(balances(from), from)}`}
          onChange={(value) => edit(() => setQuantity(value))}
          error={error}
        />
        <AmountField
          label="At minimum"
          name="min_received"
          currency={to}
          value={minimum}
          max={received}
          placeholder={received === null ? '' : shownAmount(received)}
          hint="If the price gives less than this, nothing is converted. If empty, it is the amount at the current price."
          onChange={(value) => edit(() => setMinimum(value))}
          error={error}
        />
        {done !== null && <Converted done={done} title="Converted." />}
        {lost === undefined ? (
          <FormError error={error} fields={['quantity', 'min_received', 'to_currency']} />
        ) : (
          <AnswerLost />
        )}
        <Button
          type="submit"
          main={dryRun.answer?.status !== 'rejected'}
          tall
          busy={convert.isPending}
          disabled={lost === undefined && ready === null}
        >
          {isNumber(quantity) ? `Convert ${moneyText(quantity, from)} into ${to}` : `Convert ${from} into ${to}`}
        </Button>
      </form>
      <Effect {...{ pair, dryRun, balances, floor }} isEntered={isNumber(quantity)} to={to} />
    </div>
  )
}

type FollowsProps = {
  pair: Pair
  dryRun: DryRun<'convert'>
  balances: ReturnType<typeof useBalances>
  floor: string | null
  isEntered: boolean
  to: string
}

/** The effect of the conversion now, by the service's dry run. */
function Effect({ pair, dryRun: { answer, isCurrent, error }, balances, floor, isEntered, to }: FollowsProps) {
  const ladder = useLadder(pair.symbol).data
  const mid = (ladder && midOf(pair, ladder)) ?? null
  if (!isEntered || error !== null)
    return (
      <Panel title="Before you confirm">
        <p className="s13 muted">Enter an amount to see the result, the cost, and your balances afterwards.</p>
      </Panel>
    )
  if (answer === undefined)
    return (
      <Panel title="Before you confirm">
        <Skeleton lines={5} />
      </Panel>
    )
  if (answer.status === 'rejected')
    return (
      <Panel title="Before you confirm">
        <Banner tone="waits" title="This conversion would be rejected now.">
          {answer.reason}
        </Banner>
      </Panel>
    )
  const { gets, pays } = netOf(answer)
  return (
    <Panel title="Before you confirm" note={isCurrent ? 'at the current price' : '…'}>
      <div className={`${style['aligned']} ${isCurrent ? '' : style['old']}`}>
        <Facts
          rows={[
            [
              'You give',
              <b key="g">
                <Money amount={pays} currency={answer.sold_currency} align />
              </b>,
            ],
            [
              'You get now',
              <b key="n">
                <Money amount={gets} currency={answer.bought_currency} align />
              </b>,
            ],
            floor === null || !isNumber(floor)
              ? null
              : ['Never less than', <Money key="f" amount={floor} currency={to} align />],
            [
              'Price',
              <span key="p">
                <Money amount={answer.price ?? '0'} currency={pair.quote} align />
                <small>for 1 {pair.base}</small>
              </span>,
            ],
            ...costRows(pair, answer.side, answer, mid),
            ...balancesAfter(answer, balances),
          ]}
        />
      </div>
    </Panel>
  )
}
