import { assets } from '@specie/protocol/assets.ts'
import { chains } from '@specie/protocol/chains.ts'
import { type FormEvent, useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Choose, Field, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Txid } from '../../app/txid.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { SecondPersonNote } from '../../app/act-button.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'

/** Contracts of coins: ours, and those recorded by two people. */
export function Contracts() {
  const [adding, setAdding] = useState(false)
  const contracts = useCall('contracts', {})
  const may = mayDo(useMe(), 'chains.propose')
  return (
    <Section
      title="Contracts"
      end={
        may && (
          <Button small onClick={() => setAdding(true)}>
            Record a contract
          </Button>
        )
      }
    >
      <Loaded query={contracts}>
        {({ items }) => (
          <SmallTable
            name="Contracts"
            rows={items}
            rowKey={({ blockchain, asset }) => `${blockchain} ${asset}`}
            empty="No contract is known yet. The service deploys the contracts of our coins automatically."
            columns={[
              ['Coin', ({ asset }) => asset],
              ['Chain', ({ blockchain }) => chainName(blockchain)],
              ['Address', ({ address }) => <Id value={address} />],
              [
                'Issuer',
                ({ blockchain, txid }) => (txid === null ? 'another issuer' : <Txid chain={blockchain} txid={txid} />),
              ],
              ['Since', ({ created_at }) => <Time at={created_at} />],
            ]}
          />
        )}
      </Loaded>
      {adding && <Propose onClose={() => setAdding(false)} />}
    </Section>
  )
}

const optionsOf = (values: readonly string[], word: (value: string) => string = (value) => value) =>
  values.map((value) => ({ value, label: word(value) }))

function Propose({ onClose }: { onClose: () => void }) {
  const [blockchain, setChain] = useState('ETH')
  const [asset, setAsset] = useState('USDC')
  const [address, setAddress] = useState('')
  const [reason, setReason] = useState('')
  const propose = useAct('proposeChainContract', onClose)
  const send = (event: FormEvent) => {
    event.preventDefault()
    propose.mutate({ blockchain, asset, address: address.trim(), reason: reason.trim() })
  }
  const { error } = propose
  return (
    <Dialog open onClose={onClose} title="Record the contract of a coin">
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">Transfers of this contract to our addresses are credited as this coin.</p>
        <Choose
          label="Chain"
          name="blockchain"
          value={blockchain}
          onChange={setChain}
          options={optionsOf(Object.keys(chains), chainName)}
          error={error}
        />
        <Choose
          label="Coin"
          name="asset"
          value={asset}
          onChange={setAsset}
          options={optionsOf(Object.keys(assets).filter((code) => !['CHF', 'GBP'].includes(code)))}
          error={error}
        />
        <Field label="Address" name="address" value={address} onChange={setAddress} error={error} code />
        <TextArea label="Reason" name="reason" value={reason} onChange={setReason} error={error} />
        <FormError error={error} fields={['blockchain', 'asset', 'address', 'reason']} />
        <SecondPersonNote kind="chain.contract" />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={propose.isPending} disabled={address.trim() === '' || reason.trim() === ''}>
            Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Coins that holders burned themselves. */
export function Burns() {
  const burns = useCall('holderBurns', { limit: '50' })
  return (
    <Section title="Burned by holders" note="without a redemption, the newest fifty">
      <Loaded query={burns}>
        {({ items }) => (
          <SmallTable
            name="Burned by holders"
            rows={items}
            rowKey={({ movementid }) => movementid}
            empty="No holder has burned coins."
            columns={[
              ['Coin', ({ asset }) => asset],
              ['Chain', ({ blockchain }) => chainName(blockchain)],
              ['Amount', ({ amount, asset }) => <Money amount={amount} currency={asset} align />, 'num'],
              ['Holder', ({ holder }) => (holder === null ? '' : <Id value={holder} />)],
              ['Transaction', ({ blockchain, txid }) => <Txid chain={blockchain} txid={txid} />],
              ['Booked', ({ booked_at }) => <Time at={booked_at} />],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
