import { useEffect } from 'react'
import { useCall } from '../api/use-call.ts'
import { Badge, StateBadge } from '../kit/value/badge.tsx'
import { Link } from '../kit/link.tsx'
import { Loaded } from '../kit/loading.tsx'
import { Money } from '../kit/value/money.tsx'
import { Section } from '../kit/page.tsx'
import { sentence } from '../kit/value/states.ts'
import { chainName, percent } from '../kit/value/names.ts'
import { Time } from '../kit/value/time.tsx'
import { titles } from './titles.ts'

/** What Specie is, and its live status. */
export function Page() {
  useEffect(() => {
    document.title = titles['/']!
  }, [])
  return (
    <>
      <section className="hero">
        <h1>Francs and pounds as coins, always covered.</h1>
        <p>
          Specie issues VCHF and VGBP to institutions, redeems them at par, moves fiat to coin and back, and trades them
          fill or kill. Every coin is backed by money at a bank, and anyone can check it.
        </p>
        <div className="row">
          <a className="btn tall main-act" href="/portal">
            Open the portal
          </a>
          <Link className="btn tall" to="/reserves">
            See the reserves
          </Link>
          <a className="btn tall" href="/docs">
            Read the API
          </a>
        </div>
      </section>
      <Coins />
      <Status />
    </>
  )
}

function Coins() {
  const reserves = useCall('getReserves', {})
  const assets = useCall('getAssets', {}, { refetchInterval: false })
  const nameOf = (symbol: string) => assets.data?.assets.find((asset) => asset.symbol === symbol)?.name ?? ''
  return (
    <Section
      title="Coins"
      note="Coverage is the reserves for holders divided by the issued coins. At 100 % every coin is covered."
      end={
        <Link className="link" to="/reserves">
          Reserves
        </Link>
      }
    >
      <Loaded query={reserves}>
        {(data) => (
          <div className="tiles">
            {data.assets.map((coin) => (
              <article className="panel panel-b coin" key={coin.asset}>
                <div className="row">
                  <b>{coin.asset}</b>
                  <span className="muted s13">{nameOf(coin.asset)}</span>
                </div>
                <div className="big">
                  <Money amount={coin.circulating} currency={coin.asset} />
                </div>
                <div className="stack tight s13">
                  {coin.coverage === null ? (
                    <Badge tone="quiet">None issued yet</Badge>
                  ) : (
                    <Badge tone={Number(coin.coverage) >= 1 ? 'done' : 'broken'}>
                      {percent(coin.coverage)} covered
                    </Badge>
                  )}
                  <span className="muted">
                    on {coin.chains.map(({ blockchain }) => chainName(blockchain)).join(', ')}
                  </span>
                </div>
              </article>
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Status() {
  const status = useCall('getStatus', {})
  return (
    <Section
      title="Status"
      note={
        status.data && (
          <>
            as of <Time at={status.data.timestamp} />
          </>
        )
      }
    >
      <Loaded query={status} lines={6}>
        {({ services, blockchains }) => (
          <div className="states">
            <StateList title="Services" rows={services.map((row) => ({ ...row, name: sentence(row.service) }))} />
            <StateList title="Chains" rows={blockchains.map((row) => ({ ...row, name: chainName(row.blockchain) }))} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

type Row = { name: string; status: string; notice: string | null }

function StateList({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <table>
      <caption className="vh">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, status, notice }) => (
          <tr key={name}>
            <td className="wrap">
              {name}
              {notice !== null && <small className="note">{notice}</small>}
            </td>
            <td>
              <StateBadge state={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
