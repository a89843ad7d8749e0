import type { ReactNode } from 'react'
import { useCall } from '../api/use-call.ts'
import type { Output } from '../api/call.ts'
import { Badge } from '../kit/value/badge.tsx'
import { Id } from '../kit/value/id.tsx'
import { Loaded } from '../kit/loading.tsx'
import { Money } from '../kit/value/money.tsx'
import { chainName, percent } from '../kit/value/names.ts'
import { Facts, PageHead, Panel, Section, Stat } from '../kit/page.tsx'
import { Time } from '../kit/value/time.tsx'
import { OverTime } from './over-time.tsx'

type Coin = Output<'getReserves'>['assets'][number]

/** The backing of the coins, for the public. */
export function Page() {
  const reserves = useCall('getReserves', {})
  const history = useCall('reservesHistory', {}, { refetchInterval: 300_000 })
  return (
    <>
      <PageHead
        title="Reserves"
        sub="The coins issued on each chain, and the money at banks that backs them. Expected money is not counted."
      />
      <Loaded query={reserves} lines={8}>
        {({ assets }) =>
          assets.map((coin) => (
            <CoinPart key={coin.asset} coin={coin}>
              <Loaded query={history} lines={6}>
                {({ coins }) => <OverTime history={coins.find(({ asset }) => asset === coin.asset)} />}
              </Loaded>
            </CoinPart>
          ))
        }
      </Loaded>
    </>
  )
}

function CoinPart({ coin, children }: { coin: Coin; children: ReactNode }) {
  const { asset, as_of, chains, circulating, backing, coverage } = coin
  return (
    <div className="sec">
      <div className="coin-head">
        <h2>{asset}</h2>
        <span className="muted s13">
          as of <Time at={as_of} />
        </span>
      </div>
      <div className="stats">
        <Stat name="Coverage" note="reserves for holders divided by their largest possible claim">
          {coverage === null ? (
            'no coins to cover'
          ) : (
            <Badge tone={Number(coverage) >= 1 ? 'done' : 'broken'}>
              <span className="figure">{percent(coverage)}</span>
            </Badge>
          )}
        </Stat>
        <Stat name="In circulation" note={`on ${chains.length} chains`}>
          <Money amount={circulating} currency={asset} />
        </Stat>
        <Stat name="For holders only" note="of the reserves">
          <Money amount={backing.for_holders} currency={backing.currency} />
        </Stat>
      </div>
      <div className="split sec-gap">
        <Section title="Issued on chains">
          <ChainTable coin={coin} />
        </Section>
        <Panel title="Reserves" note={backing.currency}>
          <Facts
            rows={[
              ...coin.reserves.map(
                ({ institution, type, amount, currency }) =>
                  [
                    type === 'bank' && institution !== 'bank' ? `Bank ${institution}` : sentenceOf(institution),
                    <Money key="m" align amount={amount} currency={currency} />,
                  ] as const,
              ),
              ['Owed to clients', <Money key="o" align amount={backing.owed_to_clients} currency={backing.currency} />],
              ['Prefunded mints', <Money key="p" align amount={backing.paid_ahead} currency={backing.currency} />],
              [
                'For holders only',
                <b key="h">
                  <Money align amount={backing.for_holders} currency={backing.currency} />
                </b>,
              ],
              ['Coins being issued', <Money key="u" align amount={backing.under_way} currency={asset} />],
            ]}
          />
        </Panel>
      </div>
      <div className="sec-gap">{children}</div>
    </div>
  )
}

const sentenceOf = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function ChainTable({ coin: { asset, chains, circulating } }: { coin: Coin }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Chain</th>
          <th scope="col" className="not-phone">
            Contract
          </th>
          <th scope="col" className="num not-phone">
            Final block read
          </th>
          <th scope="col" className="num">
            Issued
          </th>
        </tr>
      </thead>
      <tbody>
        {chains.map(({ blockchain, contract, block, supply }) => (
          <tr key={blockchain}>
            <td>{chainName(blockchain)}</td>
            <td className="not-phone">
              {contract === null ? <span className="muted">not deployed</span> : <Id value={contract} />}
            </td>
            <td className="num muted not-phone">{block === null ? '' : block.toLocaleString('en')}</td>
            <td className="num">
              <Money amount={supply} currency={asset} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>In circulation</td>
          <td className="not-phone" />
          <td className="not-phone" />
          <td className="num">
            <Money amount={circulating} currency={asset} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
