import type { Output } from '../../api/call.ts'
import { Banner } from '../../kit/banner.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Facts } from '../../kit/page.tsx'
import { QrCode } from '../../kit/qr-code.tsx'
import { CopyText } from '../copy-text.tsx'
import style from './transfers.module.css'

/** The institution's own deposit address, which never changes. */
export function ChainAddress({ details }: { details: Output<'depositAddress'> }) {
  const { asset, blockchain, min_deposit, confirmations, memo } = details
  const [chain, address] = [chainName(blockchain!), details.address!]
  return (
    <div className="stack">
      <Banner tone="waits" title={`Send only ${asset}, and only on ${chain}.`}>
        Other assets, or coins sent on another chain, may be lost.
      </Banner>
      <div className={style['pay']}>
        <div className={style['code']}>
          <QrCode text={address} label={`QR code of your address on ${chain}`} />
          <span className="small muted">Compare the first and the last characters after scanning or pasting.</span>
        </div>
        <div className="stack">
          <CopyText label="Address" text={address}>
            <Emphasized address={address} />
          </CopyText>
          {memo !== null && <CopyText label="Memo" text={memo} />}
          <Facts
            rows={[
              ['Minimum amount', moneyText(min_deposit, asset)],
              ['Confirmations', `${confirmations ?? 0} blocks`],
              ['Fee', 'none from us'],
            ]}
          />
        </div>
      </div>
    </div>
  )
}

/** Emphasizes the beginning and the end, which people compare. Letters keep the case of the checksum. */
function Emphasized({ address }: { address: string }) {
  const [head, tail] = [address.slice(0, 6), address.slice(-6)]
  return (
    <span className={style['address']}>
      <b>{head}</b>
      {address.slice(6, -6)}
      <b>{tail}</b>
    </span>
  )
}
