import { type AssetCode, assets } from './assets.ts'
import { type ChainCode, chains } from './chains.ts'
import { pairs } from './pairs.ts'

// Switches stop a kind of effect at once. One person pulls one, two people lift it. The switch of a pair is a row of the
// market (trading/market), all others are rows of compliance.switch.

type Switch = {
  readonly what: string
  readonly title: string
  /** What stops, and what happens to what is under way. */
  readonly effect: string
}

const codes = Object.keys(assets) as AssetCode[]
const coins = codes.filter((code) => assets[code].type === 'stablecoin')
const chainsOf = (asset: AssetCode): ChainCode[] => assets[asset].blockchains.map(({ blockchain }) => blockchain)

const waits = 'What is accepted already waits, and continues once the switch is lifted.'

const ofAsset = (product: string, title: string, effect: string, asset: AssetCode): Switch[] => [
  { what: `${product}:${asset}`, title: `${title} ${asset}`, effect: `${effect} ${waits}` },
  ...chainsOf(asset).map((chain) => ({
    what: `${product}:${asset}:${chain}`,
    title: `${title} ${asset} on ${chains[chain].name}`,
    effect: `On ${chains[chain].name}: ${effect} ${waits}`,
  })),
]

const minted = 'No coins are minted, also for payments over rails. We may sell coins that we hold.'
const redeemed = 'No coins are burned or paid out.'
const withdrawn = 'Nothing is sent or paid out.'

export const switches: readonly Switch[] = [
  {
    what: 'api',
    title: 'New requests of institutions',
    effect:
      'Orders, quotes, conversions, mints, redemptions, withdrawals and rails are refused, by keys and in the portal. Reading continues, and so do accepted items.',
  },
  {
    what: 'onboarding',
    title: 'New institutions',
    effect: 'No institution is invited, and no KYB case is approved.',
  },
  {
    what: 'provider',
    title: 'Conversion provider',
    effect: `Nothing new is requested from the provider. What was sent is still looked up. ${waits}`,
  },
  { what: 'onramp', title: 'Rails, from fiat', effect: `Payments that arrive in fiat wait. ${waits}` },
  { what: 'offramp', title: 'Rails, to fiat', effect: `Payments that arrive in coins wait. ${waits}` },
  ...coins.flatMap((coin) => ofAsset('mint', 'Minting of', minted, coin)),
  { what: 'redeem', title: 'Redemptions', effect: `${redeemed} ${waits}` },
  ...coins.flatMap((coin) => ofAsset('redeem', 'Redemption of', redeemed, coin)),
  { what: 'withdraw', title: 'Withdrawals', effect: `${withdrawn} ${waits}` },
  ...codes.flatMap((asset) => ofAsset('withdraw', 'Withdrawal of', withdrawn, asset)),
  ...pairs.map(({ symbol }) => ({
    what: `pair:${symbol}`,
    title: `Trading of ${symbol}`,
    effect: 'No order, quote or conversion of this pair is accepted.',
  })),
]

const byName = new Map(switches.map((one) => [one.what, one]))

/** Null if there is no such switch. */
export const switchCalled = (what: string): Switch | null => byName.get(what) ?? null

/** The symbol of a pair's switch; null for all others. */
export const pairOfSwitch = (what: string): string | null => (what.startsWith('pair:') ? what.slice(5) : null)
