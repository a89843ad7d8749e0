import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import style from './transfers.module.css'

/** The steps of a wire. */
export function WireSteps({ asset }: { asset: AssetCode }) {
  return (
    <ol className={style['steps']}>
      <li>
        Your bank sends the money from an account of your company. Money in another name waits until we have reviewed
        it.
      </li>
      <li>
        Our bank books it, usually on the same business day, and the {asset === 'CHF' ? 'reference' : 'account number'}{' '}
        identifies you as the owner.
      </li>
      <li>We check it, which usually takes seconds.</li>
      <li>
        We credit it in full. You can use it at once to trade, to mint {asset === 'CHF' ? 'VCHF' : 'VGBP'}, or to pay
        out.
      </li>
    </ol>
  )
}

/** The steps of a transfer on a chain. */
export function ChainSteps({ asset, chain }: { asset: AssetCode; chain: string }) {
  const terms = assets[asset].blockchains.find(({ blockchain }) => blockchain === chain)!
  return (
    <ol className={style['steps']}>
      <li>You send {asset} from a wallet of your company. The address stays yours. Use it as often as you like.</li>
      <li>It appears under Deposits as soon as {chainName(chain)} has it in a block, and counts its confirmations.</li>
      <li>When it is final, we check it, which usually takes seconds.</li>
      <li>
        We credit it in full. An amount below {moneyText(terms.min_deposit, asset)} waits until later deposits bring it
        to the minimum.
      </li>
    </ol>
  )
}
