import { type Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { grouped, Money } from '../../kit/value/money.tsx'
import { chainName, percent } from '../../kit/value/names.ts'
import { Facts, PageHead, Panel, Section, Stat } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { CoverageChart } from './coverage-chart.tsx'
import { Exposure, Inventory, Sweeps } from './house.tsx'
import style from './treasury.module.css'

type Treasury = Output<'treasury'>

/** The backing of the coins, transfers between our accounts, and our inventory. */
export function Page() {
  const treasury = useCall('treasury', {})
  return (
    <Loaded query={treasury} lines={10}>
      {(data) => (
        <>
          <PageHead
            title="Treasury"
            sub={
              <>
                As of <Time at={data.as_of} />. Expected money is not counted.
              </>
            }
          />
          {data.coins.map((coin) => (
            <Coin key={coin.asset} coin={coin} />
          ))}
          <Sweeps rows={data.sweeps} />
          <Exposure rows={data.exposure} />
          <Inventory rows={data.inventory} />
        </>
      )}
    </Loaded>
  )
}

function Coin({ coin }: { coin: Treasury['coins'][number] }) {
  const { asset, coverage, circulating, surplus, backing, reserves, chains } = coin
  const issued = chains.filter(({ contract }) => contract !== null)
  const isShort = surplus.startsWith('-')
  const money = (amount: string) => <Money amount={amount} currency={backing.currency} />
  return (
    <section className={style['coin']} aria-label={asset}>
      <div className="sec-h">
        <h2>{asset}</h2>
        <span className="muted">redeemed in {backing.currency}, at par</span>
      </div>
      <div className={style['stats']}>
        <Stat name="Coverage" note="reserve of holders divided by possible obligations">
          {coverage === null ? (
            'no coins to cover'
          ) : (
            <Badge tone={Number(coverage) >= 1 ? 'done' : 'broken'}>
              <span className={style['figure']}>{percent(coverage)}</span>
            </Badge>
          )}
        </Stat>
        <Stat name="In circulation" note={issued.length === 1 ? 'on one chain' : `on ${issued.length} chains`}>
          <Money amount={circulating} currency={asset} />
        </Stat>
        <Stat name={isShort ? 'Missing' : 'Could still be issued'} note="with the current reserve">
          <span className={isShort ? 'is-broken' : undefined}>
            <Money amount={surplus} currency={asset} />
          </span>
        </Stat>
      </div>
      <div className="split sec-gap">
        <div>
          <Section title="Issued" note="by the ledger">
            <SmallTable
              name={`${asset} issued`}
              rows={issued}
              rowKey={({ blockchain }) => blockchain}
              empty="No contract on any chain yet."
              columns={[
                ['Chain', ({ blockchain }) => chainName(blockchain)],
                ['Last final block', ({ block }) => (block === null ? '' : grouped(String(block))), 'num'],
                ['Supply', ({ supply }) => <Money amount={supply} currency={asset} align />, 'num'],
              ]}
            />
          </Section>
          <CoverageChart asset={asset} />
        </div>
        <Panel title="Reserve" note={backing.currency}>
          <Facts
            rows={[
              ...reserves.map(
                ({ institution, type, amount }) =>
                  [type === 'bank' ? `Bank ${institution}` : sentence(institution), money(amount)] as const,
              ),
              ['Owed to clients', money(backing.owed_to_clients)],
              ['Prefunded mints', money(backing.paid_ahead)],
              ['For holders only', <b key="h">{money(backing.for_holders)}</b>],
              ['Coins being issued', <Money key="u" amount={backing.under_way} currency={asset} />],
            ]}
          />
        </Panel>
      </div>
    </section>
  )
}
