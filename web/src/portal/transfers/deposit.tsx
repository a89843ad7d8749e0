import { type AssetCode, isAsset } from '@specie/protocol/assets.ts'
import { useCall } from '../../api/use-call.ts'
import { Choose } from '../../kit/form/field.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { PageHead, Panel, Section } from '../../kit/page.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { BankDetails } from './bank-details.tsx'
import { ChainAddress } from './chain-address.tsx'
import { NextByBank, NextOnChain } from './what-next.tsx'
import style from './transfers.module.css'
import { assetOptions, chainsOf, isAtBank } from './words.ts'

/** Where to send money or coins, so that they are credited. */
export function Page() {
  const [{ asset: given, chain: givenChain }, change] = useUrlState()
  const asset: AssetCode = given !== undefined && isAsset(given) ? given : 'CHF'
  const chains = chainsOf(asset)
  const chain = chains.find((code) => code === givenChain) ?? chains[0]
  return (
    <>
      <PageHead
        title="Deposit"
        crumbs={[{ title: 'Transfers', to: '/transfers' }]}
        sub="Send to what is shown here, and it is credited to your company."
      />
      <div className="split">
        <div className="stack">
          <div className={style['choice']}>
            <Choose
              label="What you send"
              name="asset"
              value={asset}
              options={assetOptions}
              onChange={(code) => change({ asset: code, chain: undefined })}
            />
            {chain !== undefined && (
              <Choose
                label="On which chain"
                name="chain"
                value={chain}
                options={chains.map((value) => ({ value, label: chainName(value) }))}
                onChange={(code) => change({ chain: code })}
                disabled={chains.length === 1}
              />
            )}
          </div>
          <Where key={`${asset} ${chain ?? ''}`} asset={asset} chain={chain} />
        </div>
        <Panel title="What happens next">
          {isAtBank(asset) ? <NextByBank asset={asset} /> : <NextOnChain asset={asset} chain={chain!} />}
        </Panel>
      </div>
    </>
  )
}

function Where({ asset, chain }: { asset: AssetCode; chain: string | undefined }) {
  const where = useCall('depositAddress', { asset, blockchain: chain }, { refetchInterval: false })
  return (
    <Section title={chain === undefined ? 'Wire to this account' : `Your address on ${chainName(chain)}`}>
      <Loaded query={where} lines={6}>
        {(data) => (data.address === null ? <BankDetails details={data} /> : <ChainAddress details={data} />)}
      </Loaded>
      <p className="s13 muted sec-gap">
        Deposits appear under{' '}
        <Link className="link" to="/transfers/deposits">
          Deposits
        </Link>
        .
      </p>
    </Section>
  )
}
