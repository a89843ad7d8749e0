import { assets } from '@specie/protocol/assets.ts'
import { type RowOf, useCall } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { grouped } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { PageHead, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { MintSwitch } from '../halts/mint-halt.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import style from './chains.module.css'
import { AllowLists } from './allow-lists.tsx'
import { Burns, Contracts } from './contracts.tsx'
import { Operations } from './operations.tsx'
import { Gas, Supplies } from './supply.tsx'

type Chain = RowOf<'chains'>

const coins = Object.values(assets).filter(({ fiat }) => fiat !== null)

/** Chains: how far each is read, our operations, and the switches of minting. */
export function Page() {
  const chains = useCall('chains', {})
  const halts = useCall('mintHalts', {})
  return (
    <>
      <PageHead
        title="Chains"
        sub="The progress of reading each chain, the operations in progress, and the halts of minting."
      />
      <Section title="Reading">
        <Loaded query={chains}>
          {({ items }) => (
            <SmallTable
              name="Chains"
              rows={items}
              rowKey={({ blockchain }) => blockchain}
              empty="No chain is read yet. A chain appears here with its first block."
              columns={[
                [
                  'Chain',
                  ({ blockchain }) => (
                    <Link className="link" to={`/halts/${encodeURIComponent(`chain:${blockchain}`)}`}>
                      {chainName(blockchain)}
                    </Link>
                  ),
                ],
                ['Final block', ({ final }) => grouped(final), 'num'],
                ['Newest block', ({ latest }) => grouped(latest), 'num'],
                ['Not final yet', lagOf, 'num'],
                ['Last read', ({ read_at }) => <Time at={read_at} />],
                ['Status', (chain) => <ChainState chain={chain} />],
              ]}
            />
          )}
        </Loaded>
      </Section>
      <Section title="Minting" note="one person halts it, two people resume it">
        <Loaded query={halts}>
          {({ items }) => (
            <div className={style['switches']}>
              {coins.map(({ symbol }) => (
                <MintSwitch key={symbol} asset={symbol} halt={items.find(({ asset }) => asset === symbol)} />
              ))}
            </div>
          )}
        </Loaded>
      </Section>
      <Supplies />
      <Operations />
      <Gas />
      <AllowLists />
      <Contracts />
      <Burns />
    </>
  )
}

const lagOf = ({ latest, final }: Chain) => {
  const blocks = BigInt(latest) - BigInt(final)
  return `${grouped(String(blocks < 0n ? 0n : blocks))} blocks`
}

function ChainState({ chain: { broken, troubles } }: { chain: Chain }) {
  if (broken !== null) return <Badge tone="broken">Stopped: {broken}</Badge>
  const [trouble] = troubles
  if (trouble === undefined) return <Badge tone="done">In order</Badge>
  return (
    <Badge tone="waits">
      {trouble.kind === 'unreachable' ? 'No node answers' : 'The nodes disagree'} ({trouble.part})
    </Badge>
  )
}
