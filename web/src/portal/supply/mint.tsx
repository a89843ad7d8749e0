import { type AssetCode, assets, type FiatCode } from '@specie/protocol/assets.ts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { AmountField, Choose, Segment } from '../../kit/form/field.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { subtract } from '../decimals.ts'
import { PayIn } from '../pay-in.tsx'
import { useClientId } from '../client-id.ts'
import { useDryRun } from '../../shared/use-dry-run.ts'
import { MintConsequence } from './mint-consequence.tsx'
import { amountProblem, isShort } from './refusal.ts'
import { useCarriers } from './use-carriers.ts'
import { type Coin, coins, fiatOf } from './words.ts'

const crumbs = [{ title: 'Supply', to: '/supply' }]
const crypto = ['USDC', 'ETH', 'BTC'] as const

/** New coins for money of the institution. */
export function Page() {
  if (mayDo(useMe(), 'money.supply')) return <Mint />
  return (
    <>
      <PageHead title="Mint coins" crumbs={crumbs} />
      <Empty title="Your role does not allow this.">Minting needs the role trader.</Empty>
    </>
  )
}

function Mint() {
  const [asset, setAsset] = useState<Coin>('VCHF')
  const [chain, setChain] = useState('')
  const [quantity, setQuantity] = useState('')
  const [paidIn, setPaidIn] = useState<AssetCode | ''>('')
  const [destination, setDestination] = useState('')
  const navigate = useNavigate()
  const carriers = useCarriers(asset)
  const blockchain = carriers.some(({ value }) => value === chain) ? chain : (carriers[0]?.value ?? '')
  const wallets = useCall('withdrawAddresses', { blockchain, status: 'Confirmed' } as never, {
    enabled: blockchain !== '',
  })
  const labels = wallets.data?.addresses ?? []
  const to = labels.some(({ addressid }) => addressid === destination) ? destination : ''
  const funding = paidIn === '' ? fiatOf(asset) : paidIn
  const input = {
    asset,
    blockchain,
    quantity,
    ...(to !== '' && { destination: to }),
    ...(funding !== fiatOf(asset) && { funding_currency: funding }),
  }
  const isComplete = blockchain !== '' && /[1-9]/.test(quantity) && /^\d+(\.\d+)?$/.test(quantity)
  const dry = useDryRun('mintTokens', isComplete ? input : null)
  const minimum = useCall('smallestMint', { asset }).data?.minimum ?? null
  const clreqid = useClientId(input)
  const mint = useAct('mintTokens', ({ requestid }) => void navigate({ to: `/supply/${requestid}` }))
  const error = mint.error ?? dry.error
  const send = (event: FormEvent) => {
    event.preventDefault()
    mint.mutate({ ...input, clreqid })
  }
  const change = (set: () => void) => {
    mint.reset()
    set()
  }
  return (
    <>
      <PageHead title="Mint coins" crumbs={crumbs} sub="Coins are issued at par for money of yours." />
      <form className="split" onSubmit={send}>
        <div>
          <Section title="What you get">
            <div className="stack">
              <Segment
                label="Coin"
                value={asset}
                options={coins.map((value) => ({ value, label: value }))}
                onChange={(coin) =>
                  change(() => {
                    setAsset(coin)
                    setPaidIn('')
                  })
                }
              />
              <AmountField
                label="Amount"
                name="quantity"
                currency={asset}
                value={quantity}
                onChange={(text) => change(() => setQuantity(text))}
                problem={amountProblem(error, asset)}
                error={error}
                hint={minimumText(asset, minimum)}
              />
              <Choose
                label="Chain"
                name="blockchain"
                value={blockchain}
                onChange={(code) => change(() => setChain(code))}
                options={carriers}
                error={error}
              />
            </div>
          </Section>
          <Section title="Where it comes from and goes to">
            <div className="stack">
              <Choose
                label="Paid from"
                name="funding_currency"
                value={funding}
                onChange={(code) => change(() => setPaidIn(code as AssetCode))}
                options={fundings(asset)}
                error={error}
                hint={funding === fiatOf(asset) ? undefined : `${funding} is converted to ${fiatOf(asset)} first.`}
              />
              <Choose
                label="Goes to"
                name="destination"
                value={to}
                onChange={(id) => change(() => setDestination(id))}
                options={[
                  { value: '', label: 'Your balance at Specie' },
                  ...labels.map(({ addressid, label, address }) => ({
                    value: addressid,
                    label: `${label} · ${address.slice(0, 8)}…${address.slice(-6)}`,
                  })),
                ]}
                error={error}
                hint={
                  <>
                    Or a wallet that is listed under{' '}
                    <Link className="link" to="/addresses">
                      Destinations
                    </Link>
                    .
                  </>
                }
              />
            </div>
          </Section>
          {dry.error !== null && isShort(dry.error) && <Missing details={dry.error.details} />}
        </div>
        <MintConsequence
          {...{ asset, quantity, funding, dry, error, busy: mint.isPending, isToWallet: to !== '', isComplete }}
        />
      </form>
    </>
  )
}

/** `minimum`: in the coin, at the rate of now; null before it is known. */
function minimumText(asset: Coin, minimum: string | null): string {
  const { min_mint, min_mint_currency } = assets[asset]
  const worth = moneyText(min_mint!, min_mint_currency!)
  if (min_mint_currency === fiatOf(asset)) return `At least ${moneyText(minimum ?? min_mint!, asset)}.`
  return minimum === null
    ? `At least the worth of ${worth}.`
    : `At least about ${moneyText(minimum, asset)} at the rate of now: the worth of ${worth}.`
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

/** The balance is too small: how to pay in what is missing. */
function Missing({ details }: { details: Readonly<Record<string, unknown>> }) {
  const { asset, available, needed } = details as { asset: AssetCode; available: string; needed: string }
  if (asset !== 'CHF' && asset !== 'GBP') return null
  return (
    <Section title="Pay in what is missing" note="Then come back: the coins can be minted once it has arrived.">
      <PayIn currency={asset} amount={subtract(needed, available, asset)} />
    </Section>
  )
}
