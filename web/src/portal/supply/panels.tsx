import { Txid } from '../../app/txid.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Money } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Facts, Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { accountText } from '../account-text.ts'
import { isPortalId } from '../client-id.ts'
import { destinationOf, type SupplyChange } from './words.ts'
import type { SupplySteps } from './timeline.ts'

type Props = { change: SupplyChange }

/** The amounts of a request, with the two parts of the fee. */
export function MoneyPanel({ change, fees }: Props & Pick<SupplySteps, 'fees'>) {
  const { type, asset, quantity, spent, spent_currency, received, received_currency, estimated, max_spent } = change
  const isMint = type === 'mint'
  const about = estimated ? ', about' : ''
  return (
    <Panel title="Money">
      <Facts
        rows={[
          [
            isMint ? 'You get' : 'You redeem',
            <b key="coins">
              <Money amount={quantity} currency={asset} align />
            </b>,
          ],
          ['Fee', <Money key="commission" amount={fees.commission} currency={fees.currency} align />],
          [`Spread${about}`, <Money key="spread" amount={fees.spread} currency={fees.currency} align />],
          isMint
            ? [
                `You pay${about}`,
                <b key="paid">
                  <Money amount={spent} currency={spent_currency} align />
                </b>,
              ]
            : [
                'You receive',
                received === null || received_currency === null ? (
                  'nothing, the coins are returned'
                ) : (
                  <b key="received">
                    <Money amount={received} currency={received_currency} align />
                  </b>
                ),
              ],
          max_spent === null
            ? null
            : ['At most', <Money key="max" amount={max_spent} currency={spent_currency} align />],
          [isMint ? 'Sent to' : 'Paid to', <Destination key="to" change={change} />],
        ]}
      />
    </Panel>
  )
}

function Destination({ change }: Props) {
  const { address, identifier } = change
  return (
    <>
      {destinationOf(change)}
      {address !== null && (
        <small>
          <Id value={address} />
        </small>
      )}
      {identifier !== null && <small className="mono">{accountText(identifier)}</small>}
    </>
  )
}

/** Transactions, the bank's reference, and the ids for support. */
export function ProofPanel({ change }: Props) {
  const { blockchain, txid, txids, bankref, requestid, clreqid, created_at, settled_at } = change
  const replaced = txids.filter((one) => one !== txid)
  return (
    <Panel title="Proof and identifiers">
      <Facts
        rows={[
          ['Chain', chainName(blockchain)],
          [
            'Transaction',
            txid === '' ? <span className="muted">none yet</span> : <Txid key="txid" chain={blockchain} txid={txid} />,
          ],
          replaced.length === 0
            ? null
            : ['Replaced', replaced.map((one) => <Txid key={one} chain={blockchain} txid={one} />)],
          bankref === null ? null : ['Bank reference', <Id key="bankref" value={bankref} />],
          ['Request', <Id key="request" value={requestid} />],
          clreqid === null || isPortalId(clreqid) ? null : ['Your reference', <Id key="clreqid" value={clreqid} />],
          ['Requested', <Time key="requested" at={created_at} evidence />],
          settled_at === null ? null : ['Settled', <Time key="settled" at={settled_at} evidence />],
        ]}
      />
    </Panel>
  )
}
