import type { FiatCode } from '@specie/protocol/assets.ts'
import type { ReactNode } from 'react'
import type { Output } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { companyAddress } from '../app/environment.ts'
import { Loaded } from '../kit/loading.tsx'
import { moneyText } from '../kit/money.tsx'
import { accountText } from './bank-accounts/words.ts'
import { CopyText } from './copy-text.tsx'
import { postalAddress, qrBill } from './qr-bill.ts'
import { SwissQr } from './swiss-qr.tsx'
import style from './pay-in.module.css'

type Details = Output<'depositAddress'>

/** How to pay money in by wire. `amount`: how much is asked for; null: as much as one likes. */
export function PayIn({
  currency,
  amount,
  message = '',
}: {
  currency: FiatCode
  amount: string | null
  message?: string
}) {
  const details = useCall('depositAddress', { asset: currency }, { refetchInterval: false })
  return (
    <Loaded query={details} lines={5}>
      {(data) => (
        <div className={style['pay']}>
          <div className={style['lines']}>
            {amount !== null && (
              <CopyText label="Amount" text={amount}>
                {moneyText(amount, currency)}
              </CopyText>
            )}
            {linesOf(data).map(([label, text, shown]) => (
              <CopyText key={label} label={label} text={text}>
                {shown}
              </CopyText>
            ))}
          </div>
          <Bill details={data} amount={amount} message={message} />
        </div>
      )}
    </Loaded>
  )
}

/** Name, what is copied, and how it is printed. */
function linesOf(details: Details): (readonly [string, string, ReactNode])[] {
  const { iban, bic, accountname, reference, sortcode, accountnumber } = details
  const lines: (readonly [string, string | null, ReactNode])[] =
    sortcode !== null
      ? [
          ['Sort code', sortcode, sortcode],
          ['Account number', accountnumber, accountnumber],
          ['Account name', accountname, accountname],
        ]
      : [
          ['IBAN', iban, accountText(iban ?? '')],
          ['Reference', reference, referenceText(reference ?? '')],
          ['Account name', accountname, accountname],
          ['BIC', bic, bic],
        ]
  return lines.flatMap(([label, text, shown]) => (text === null ? [] : [[label, text, shown] as const]))
}

/** A QR reference as it is printed: two digits, then fives. */
const referenceText = (reference: string): string =>
  /^\d{27}$/.test(reference) ? reference.replaceAll(/(?<=^\d\d(\d{5})*)(?=(\d{5})+$)/g, ' ') : reference

function Bill({ details, amount, message }: { details: Details; amount: string | null; message: string }) {
  const { iban, accountname, reference, currency } = details
  const address = postalAddress(companyAddress)
  if (currency !== 'CHF' || iban === null || accountname === null || address === null) return null
  return (
    <figure className={style['bill']}>
      <SwissQr
        text={qrBill({ iban, creditor: { name: accountname, ...address }, amount, currency, reference, message })}
      />
      <figcaption className="small muted">Swiss QR-bill: scan it with your bank’s app.</figcaption>
    </figure>
  )
}
