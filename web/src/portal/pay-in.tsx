import type { FiatCode } from '@specie/protocol/assets.ts'
import type { Output } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { companyAddress } from '../app/environment.ts'
import { Id } from '../kit/value/id.tsx'
import { Loaded } from '../kit/loading.tsx'
import { moneyText } from '../kit/value/money.tsx'
import { Facts } from '../kit/page.tsx'
import { accountText } from './account-text.ts'
import { postalAddress, qrBill } from './qr-bill.ts'
import { SwissQr } from './swiss-qr.tsx'
import style from './pay-in.module.css'

type Details = Output<'depositAddress'>

/** How to pay in by wire. `amount` null: any amount. */
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
            <Facts
              left
              rows={linesOf(data, amount).map(([label, value, text]) => [
                label,
                <Id key={label} value={value} text={text} />,
              ])}
            />
          </div>
          <Bill details={data} amount={amount} message={message} />
        </div>
      )}
    </Loaded>
  )
}

/** Label, copied text and printed text. */
function linesOf(details: Details, amount: string | null): (readonly [string, string, string])[] {
  const { iban, bic, accountname, reference, sortcode, accountnumber, asset } = details
  const lines: (readonly [string, string | null, string?])[] = [
    ['Amount', amount, moneyText(amount ?? '0', asset)],
    ...(sortcode === null
      ? ([
          ['IBAN', iban, accountText(iban ?? '')],
          ['Reference', reference, referenceText(reference ?? '')],
        ] as const)
      : ([
          ['Sort code', sortcode],
          ['Account number', accountnumber],
        ] as const)),
    ['Account name', accountname],
    ['BIC', sortcode === null ? bic : null],
  ]
  return lines.flatMap(([label, value, text]) => (value === null ? [] : [[label, value, text ?? value] as const]))
}

/** A printed QR reference: two digits, then groups of five. */
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
      <figcaption className="small muted">Scan this Swiss QR-bill with your bank’s app.</figcaption>
    </figure>
  )
}
