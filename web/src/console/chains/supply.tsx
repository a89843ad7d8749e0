import { type RowOf, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'

type Supply = RowOf<'coinSupplies'>

/** The service compares twice a minute. After this time a comparison counts as missing. */
const staleMs = 5 * 60_000

/** The supply on each chain, compared with the ledger. */
export function Supplies() {
  const supplies = useCall('coinSupplies', {})
  return (
    <Section title="Supply" note="on chain against the ledger, compared twice a minute">
      <Loaded query={supplies}>
        {({ items }) => (
          <SmallTable
            name="Supply"
            rows={items}
            rowKey={({ asset, blockchain }) => `${asset} ${blockchain}`}
            empty="No coin has a contract yet. The service deploys them automatically."
            columns={[
              ['Coin', ({ asset, blockchain }) => `${asset} on ${chainName(blockchain)}`],
              ['On chain', ({ asset, compared }) => <Amount asset={asset} amount={compared?.on_chain} />, 'num'],
              ['In the ledger', ({ asset, compared }) => <Amount asset={asset} amount={compared?.ledger} />, 'num'],
              [
                'Difference',
                ({ asset, compared }) => <Amount asset={asset} amount={compared?.difference} signed />,
                'num',
              ],
              ['Compared', ({ compared }) => (compared === null ? 'not yet' : <Time at={compared.at} />)],
              ['Status', (supply) => <SupplyState supply={supply} />],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

/** Without the coin's name. The row has it. */
function Amount({ asset, amount, signed = false }: { asset: string; amount: string | undefined; signed?: boolean }) {
  if (amount === undefined) return <span className="muted">unknown</span>
  return <Money amount={amount} scaleOf={asset} align signed={signed} />
}

/** More coins than issued have no backing. Fewer are backed, but a person must check why. */
function SupplyState({ supply: { compared } }: { supply: Supply }) {
  if (compared === null) return <Badge tone="quiet">Not compared yet</Badge>
  if (compared.difference.startsWith('-')) return <Badge tone="waits">Fewer on chain</Badge>
  if (compared.difference !== '0') return <Badge tone="broken">More on chain than issued</Badge>
  const age = Date.now() - Date.parse(compared.at)
  if (age > staleMs) return <Badge tone="waits">Not compared for {durationText(age)}</Badge>
  return <Badge tone="done">Agrees</Badge>
}

/** The balance for network fees on each chain. */
export function Gas() {
  const may = mayDo(useMe(), 'treasury.read')
  const treasury = useCall('treasury', {}, { enabled: may })
  if (!may) return null
  return (
    <Section title="Gas" note="for network fees, according to the ledger">
      <Loaded query={treasury}>
        {({ gas }) => (
          <SmallTable
            name="Gas"
            rows={gas}
            rowKey={({ blockchain, asset }) => `${blockchain} ${asset}`}
            empty="There is no balance for network fees yet."
            columns={[
              ['Chain', ({ blockchain }) => chainName(blockchain)],
              ['Left', ({ amount, asset }) => <Money amount={amount} currency={asset} align />, 'num'],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
