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
import { WireSteps, ChainSteps } from './next-steps.tsx'
import style from './transfers.module.css'
import { assetOptions, chainsOf, isAtBank } from './words.ts'

/** The account or address for deposits. */
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
        sub="Money and coins sent to these details are credited to your company."
      />
      <div className="split">
        <div className="stack">
          <div className={style['choice']}>
            <Choose
              label="Asset"
              name="asset"
              value={asset}
              options={assetOptions}
              onChange={(code) => change({ asset: code, chain: undefined })}
            />
            {chain !== undefined && (
              <Choose
                label="Chain"
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
        <Panel title="Next steps">
          {isAtBank(asset) ? <WireSteps asset={asset} /> : <ChainSteps asset={asset} chain={chain!} />}
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
