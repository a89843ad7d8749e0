import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import style from './transfers.module.css'

/** What becomes of a wire. */
export function NextByBank({ asset }: { asset: AssetCode }) {
  return (
    <ol className={style['steps']}>
      <li>
        Your bank sends the money from an account of your company. Money in another name waits until we have looked at
        it.
      </li>
      <li>
        Our bank books it, usually on the same business day, and the {asset === 'CHF' ? 'reference' : 'account number'}{' '}
        tells us that it is yours.
      </li>
      <li>It is checked. Nearly always that takes seconds.</li>
      <li>
        It is credited in full and can be used at once: to trade, to mint {asset === 'CHF' ? 'VCHF' : 'VGBP'}, or to pay
        out.
      </li>
    </ol>
  )
}

/** What becomes of coins. */
export function NextOnChain({ asset, chain }: { asset: AssetCode; chain: string }) {
  const terms = assets[asset].blockchains.find(({ blockchain }) => blockchain === chain)!
  return (
    <ol className={style['steps']}>
      <li>You send {asset} from a wallet of your company. The address stays yours: use it again whenever you like.</li>
      <li>It shows under Deposits as soon as {chainName(chain)} has it in a block, and counts its confirmations.</li>
      <li>When it is final it is checked. Nearly always that takes seconds.</li>
      <li>
        It is credited in full. Less than {moneyText(terms.min_deposit, asset)} waits until, together with what you send
        later, it is that much.
      </li>
    </ol>
  )
}
