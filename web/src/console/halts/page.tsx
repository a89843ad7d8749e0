import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { DeskLately, FilledLately } from '../last-hour.tsx'
import { SwitchPanel } from '../switches/switch.tsx'
import { ChainSwitch } from './chain-halt.tsx'
import { MintSwitch } from './mint-halt.tsx'
import { PairSwitch } from './pair-halt.tsx'

/** A halted coin, pair or chain, or another switch. Its id is `mint:VCHF`, `pair:VCHF/CHF`, `chain:ETH`, `withdraw:CHF`. */
export function Page() {
  const id = usePathId()
  const [kind, name] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)]
  if (kind === 'mint' && !name.includes(':')) return <Coin asset={name} />
  if (kind === 'pair') return <Pair symbol={name} />
  if (['chain', 'reading', 'sending'].includes(kind)) return <Chain code={name} />
  return <Switch what={id} />
}

function Switch({ what }: { what: string }) {
  const switches = useCall('switches', {})
  return (
    <Loaded query={switches}>
      {({ items }) => {
        const one = items.find((row) => row.what === what)
        if (one === undefined) return <Unknown />
        return (
          <Frame
            title={one.title}
            list={{ title: 'Switches', to: '/switches' }}
            isHalted={one.pulled !== null}
            side={<SwitchPanel one={one} />}
          >
            <p className="s13">{one.effect}</p>
          </Frame>
        )
      }}
    </Loaded>
  )
}

type HeadProps = {
  title: string
  list: { title: string; to: string }
  isHalted: boolean
  children: ReactNode
  side: ReactNode
}

function Frame({ title, list, isHalted, children, side }: HeadProps) {
  return (
    <>
      <PageHead
        title={title}
        crumbs={[{ title: 'Queue', to: '/' }, list]}
        badge={
          <Badge tone={isHalted ? 'held' : 'done'} box>
            {isHalted ? 'Halted' : 'Running'}
          </Badge>
        }
      />
      <div className="split">
        <Section title="Facts">{children}</Section>
        <div>{side}</div>
      </div>
    </>
  )
}

function Coin({ asset }: { asset: string }) {
  const halts = useCall('mintHalts', {})
  return (
    <Loaded query={halts}>
      {({ items }) => {
        const halt = items.find((one) => one.asset === asset)
        return (
          <Frame
            title={`Minting of ${asset}`}
            list={{ title: 'Chains', to: '/chains' }}
            isHalted={halt !== undefined}
            side={<MintSwitch asset={asset} halt={halt} />}
          >
            {halt === undefined ? (
              <p className="s13 muted">Minting is not halted.</p>
            ) : (
              <Facts
                left
                rows={[
                  ['Why', halt.reason],
                  ['By', halt.actor === 'service' ? 'the service itself' : halt.actor],
                  ['Since', <Time key="at" at={halt.since} evidence />],
                ]}
              />
            )}
          </Frame>
        )
      }}
    </Loaded>
  )
}

function Pair({ symbol }: { symbol: string }) {
  const pairs = useCall('pairs', {})
  return (
    <Loaded query={pairs}>
      {({ items }) => {
        const pair = items.find((one) => one.symbol === symbol)
        if (pair === undefined) return <Unknown />
        return (
          <Frame
            title={`Trading of ${symbol}`}
            list={{ title: 'Trading', to: '/trading' }}
            isHalted={pair.state !== 'online'}
            side={<PairSwitch pair={pair} />}
          >
            <Facts
              left
              rows={[
                ['Why', pair.reason ?? 'Not halted.'],
                ['Filled, last hour', <FilledLately key="filled" pair={pair} />],
                ['Desk, net', <DeskLately key="desk" pair={pair} />],
              ]}
            />
          </Frame>
        )
      }}
    </Loaded>
  )
}

function Chain({ code }: { code: string }) {
  const chains = useCall('chains', {})
  return (
    <Loaded query={chains}>
      {({ items }) => {
        const chain = items.find(({ blockchain }) => blockchain === code)
        if (chain === undefined) return <Unknown />
        const { broken, troubles, final, latest, read_at } = chain
        return (
          <Frame
            title={chainName(code)}
            list={{ title: 'Chains', to: '/chains' }}
            isHalted={broken !== null || troubles.length > 0}
            side={<ChainSwitch chain={chain} />}
          >
            <Facts
              left
              rows={[
                ['Read up to', `block ${final}`],
                ['Newest block', latest],
                ['Last read', <Time key="at" at={read_at} />],
                broken === null ? null : ['Changed below its final block', broken],
                ...troubles.map(
                  ({ part, what, since }) =>
                    [
                      sentence(part),
                      <span key={part}>
                        {what}
                        <small>
                          since <Time at={since} />
                        </small>
                      </span>,
                    ] as const,
                ),
              ]}
            />
          </Frame>
        )
      }}
    </Loaded>
  )
}

const Unknown = () => <Empty title="There is no halt of this name.">The address may be mistyped.</Empty>
