import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Id } from '../../kit/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/money.tsx'
import { chainName } from '../../kit/names.ts'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../small-table.tsx'
import style from './chains.module.css'

/** What is issued on each chain, and what pays the fees there. */
export function GasAndSupply() {
  const may = mayDo(useMe(), 'treasury.read')
  const treasury = useCall('treasury', {}, { enabled: may })
  if (!may) return null
  return (
    <div className={style['two']}>
      <Section title="Supply" note="by the ledger; every chain is compared with it, and a difference halts minting">
        <Loaded query={treasury}>
          {({ coins }) => (
            <SmallTable
              name="Supply"
              rows={coins.flatMap(({ asset, chains }) =>
                chains.filter(({ contract }) => contract !== null).map((chain) => ({ asset, ...chain })),
              )}
              rowKey={({ asset, blockchain }) => `${asset} ${blockchain}`}
              empty="No coin has a contract yet."
              columns={[
                ['Coin', ({ asset }) => asset],
                ['Chain', ({ blockchain }) => chainName(blockchain)],
                ['Contract', ({ contract }) => <Id value={contract ?? ''} />],
                ['Issued', ({ supply, asset }) => <Money amount={supply} currency={asset} align />, 'num'],
              ]}
            />
          )}
        </Loaded>
      </Section>
      <Section title="Gas" note="what pays network fees, by the books">
        <Loaded query={treasury}>
          {({ gas }) => (
            <SmallTable
              name="Gas"
              rows={gas}
              rowKey={({ blockchain, asset }) => `${blockchain} ${asset}`}
              empty="Nothing was booked for network fees yet."
              columns={[
                ['Chain', ({ blockchain }) => chainName(blockchain)],
                ['Left', ({ amount, asset }) => <Money amount={amount} currency={asset} />, 'num'],
              ]}
            />
          )}
        </Loaded>
      </Section>
    </div>
  )
}
