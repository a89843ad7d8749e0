import { type AssetCode, assets, type FiatCode } from '@specie/protocol/assets.ts'
import { useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Choose } from '../../kit/form/field.tsx'
import { Section } from '../../kit/page.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { useDryRun } from '../../shared/use-dry-run.ts'
import { affordable, subtract } from '../decimals.ts'
import { Destination } from '../destination.tsx'
import { PayIn } from '../pay-in.tsx'
import { useBalances } from '../use-balances.ts'
import { CoinSection, SupplyPage, useCoinFields, useRequest } from './form.tsx'
import { MintConsequence } from './mint-consequence.tsx'
import { isShort } from './refusal.ts'
import { type Coin, fiatOf } from './words.ts'

const crypto = ['USDC', 'ETH', 'BTC'] as const

/** The form of a mint. */
export const Page = () => (
  <SupplyPage title="Mint coins" about="Coins are issued at par, paid from your balance." act="Minting">
    <Mint />
  </SupplyPage>
)

function Mint() {
  const fields = useCoinFields()
  const { asset, blockchain, quantity } = fields
  const [paidIn, setPaidIn] = useState<AssetCode | ''>('')
  const [destination, setDestination] = useState('')
  const minimum = useCall('smallestMint', { asset }).data?.minimum ?? null
  const fiat = fiatOf(asset)
  const funding = paidIn === '' ? fiat : paidIn
  const available = useBalances()?.(funding)
  const input = {
    asset,
    blockchain,
    quantity,
    ...(destination !== '' && { destination }),
    ...(funding !== fiat && { funding_currency: funding }),
  }
  const { dry, error, busy, send, edit } = useRequest('mintTokens', input, fields.isComplete)
  const max = useMaxMint({ ...input, quantity: minimum ?? '' }, asset, funding)
  return (
    <form className="split" onSubmit={send}>
      <div>
        <CoinSection
          {...{ fields, edit, error }}
          onCoin={() => {
            setDestination('')
            setPaidIn('')
          }}
          onChain={() => setDestination('')}
          title="You get"
          amount={{
            hint: minimumText(asset, minimum),
            max,
            ...(available !== undefined && { aside: `${moneyText(available, funding)} available` }),
          }}
          chain={{ label: 'Chain' }}
        />
        <Section title="Payment and destination">
          <div className="stack">
            <Choose
              label="Paid from"
              name="funding_currency"
              value={funding}
              onChange={(code) => edit(() => setPaidIn(code as AssetCode))}
              options={fundings(asset)}
              error={error}
              hint={funding === fiat ? undefined : `${funding} is converted to ${fiat} first.`}
            />
            <Destination
              {...{ asset, error }}
              label="Sent to"
              balance="Your balance at Specie"
              chain={blockchain}
              value={destination}
              onChange={(id) => edit(() => setDestination(id))}
            />
          </div>
        </Section>
        {dry.error !== null && isShort(dry.error) && <Missing details={dry.error.details} />}
      </div>
      <MintConsequence
        {...{ asset, quantity, funding, dry, error, busy }}
        isComplete={fields.isComplete}
        isToWallet={destination !== ''}
      />
    </form>
  )
}

/** What the balance pays for, fees included, at the price of the smallest mint; less than that cannot be minted. */
function useMaxMint(smallest: { quantity: string; blockchain: string }, coin: Coin, funding: AssetCode): string | null {
  const balance = useBalances()?.(funding)
  const isKnown = smallest.quantity !== '' && smallest.blockchain !== ''
  const { answer } = useDryRun('mintTokens', isKnown ? (smallest as unknown as Input<'mintTokens'>) : null, 60_000)
  if (answer === undefined || balance === undefined) return null
  return affordable({ quantity: smallest.quantity, price: answer.max_spent }, coin, balance, funding)
}

/** `minimum`: in the coin, at the current rate; null before it is known. */
function minimumText(asset: Coin, minimum: string | null): string {
  const { min_mint, min_mint_currency } = assets[asset]
  const worth = moneyText(min_mint!, min_mint_currency!)
  if (min_mint_currency === fiatOf(asset)) return `At least ${moneyText(minimum ?? min_mint!, asset)}.`
  return minimum === null
    ? `At least the equivalent of ${worth}.`
    : `At least about ${moneyText(minimum, asset)}, which is worth ${worth} at the current rate.`
}

function fundings(coin: Coin) {
  const own = fiatOf(coin)
  const other: FiatCode = own === 'CHF' ? 'GBP' : 'CHF'
  return [
    { value: own, label: `${own} balance` },
    { value: other, label: `${other} balance, converted first` },
    ...crypto.map((value) => ({ value, label: `${value}, converted first` })),
  ]
}

/** The balance is too small: how to pay in the missing amount. */
function Missing({ details }: { details: Readonly<Record<string, unknown>> }) {
  const { asset, available, needed } = details as { asset: AssetCode; available: string; needed: string }
  if (asset !== 'CHF' && asset !== 'GBP') return null
  return (
    <Section title="Pay in the missing amount" note="You can mint the coins once it is credited.">
      <PayIn currency={asset} amount={subtract(needed, available, asset)} />
    </Section>
  )
}
