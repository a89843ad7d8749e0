import { useSandbox } from '../app/sandbox.ts'
import { Banner } from '../kit/banner.tsx'
import { Id, shortened } from '../kit/value/id.tsx'
import { Link } from '../kit/link.tsx'
import { Loaded } from '../kit/loading.tsx'
import { Money } from '../kit/value/money.tsx'
import { chainName } from '../kit/value/names.ts'
import { Facts, PageHead, Section } from '../kit/page.tsx'
import { Time } from '../kit/value/time.tsx'
import { usePathId } from '../kit/url-state.ts'
import { Finality } from './block.tsx'
import { Coins } from './coins.tsx'
import type { TxView } from '@specie/protocol/sandbox/explorer.ts'
import { count, useChain } from './data.ts'
import { MovementTable, Party, Status } from './parts.tsx'
import { Steps } from './steps.tsx'

/** One transaction, decoded. */
export function Page() {
  const [chain, id] = [useChain(), usePathId()]
  const tx = useSandbox<TxView>(`explorer/${chain}/tx/${encodeURIComponent(id)}`, { refetchInterval: 5_000 })
  return (
    <>
      <PageHead
        title={`Transaction ${shortened(id)}`}
        crumbs={[
          { title: 'Chains', to: '/' },
          { title: chainName(chain), to: `/${chain}` },
        ]}
        badge={tx.data && <Status box status={tx.data.status} />}
      />
      <Loaded query={tx} lines={8}>
        {(data) => (
          <>
            {data.reason !== null && <Banner tone="broken">{data.reason}</Banner>}
            <About chain={chain} tx={data} />
            <div className="sec-gap" />
            <Section title="Transfers">
              <MovementTable movements={data.movements} names={data.names} />
            </Section>
            {data.outputs.length > 0 && (
              <Section title="Inputs and outputs">
                <Coins tx={data} />
              </Section>
            )}
            {data.steps.length > 0 && (
              <Section title={chain === 'SOL' ? 'Instructions' : 'Call and events'} note={count(data.steps.length)}>
                <Steps steps={data.steps} names={data.names} />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function About({ chain, tx }: { chain: string; tx: TxView }) {
  const requests = [...new Set(tx.movements.flatMap(({ requestid }) => requestid ?? []))]
  return (
    <Facts
      left
      rows={[
        ['Transaction', <Id key="i" value={tx.txid} />],
        ['What', tx.what],
        [
          'Block',
          tx.height === null ? (
            <span key="b" className="muted">
              not mined yet
            </span>
          ) : (
            <span key="b" className="row">
              <Link className="link" to={`/${chain}/block/${tx.height}`}>
                {count(tx.height)}
              </Link>
              <Finality {...tx} />
            </span>
          ),
        ],
        ['Time', <Time key="t" at={tx.time} evidence={tx.time !== null} />],
        tx.sender === null ? null : ['Sent by', <Party key="s" address={tx.sender} names={tx.names} />],
        tx.fee === null ? null : ['Fee', <Money key="f" amount={tx.fee.amount} currency={tx.fee.asset} />],
        requests.length === 0
          ? null
          : [
              'Request',
              <span key="r">
                {requests.map((one) => (
                  <Id key={one} value={one} />
                ))}
              </span>,
            ],
      ]}
    />
  )
}
