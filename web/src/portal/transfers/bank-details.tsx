import { useState } from 'react'
import { companyAddress } from '../../app/environment.ts'
import type { Output } from '../../api/call.ts'
import { Banner } from '../../kit/banner.tsx'
import { AmountField } from '../../kit/form/amount-field.tsx'
import { accountText } from '../account-text.ts'
import { CopyText } from '../copy-text.tsx'
import { postalAddress, qrBill } from '../qr-bill.ts'
import { SwissQr } from '../swiss-qr.tsx'
import style from './transfers.module.css'

type Details = Output<'depositAddress'>

/** Our account at the bank, with the reference of the institution. */
export function BankDetails({ details }: { details: Details }) {
  const { iban, bic, accountname, reference, sortcode, accountnumber, currency } = details
  const rows = [
    ['Account holder', accountname],
    ...(sortcode === null
      ? [['IBAN', iban === null ? null : accountText(iban)]]
      : [
          ['Sort code', sortcode],
          ['Account number', accountnumber],
        ]),
    ['BIC', bic],
    ['Reference', sortcode === null ? referenceText(reference) : null],
  ].filter((row): row is [string, string] => row[1] !== null && row[1] !== undefined)
  return (
    <div className="stack">
      <Banner
        tone={sortcode === null ? 'waits' : 'quiet'}
        title={sortcode === null ? 'Quote the reference.' : 'Only you have this account number.'}
      >
        {sortcode === null
          ? 'It identifies you as the owner. A wire without it waits until we have found its owner.'
          : 'It identifies you as the owner, so no reference is needed.'}
      </Banner>
      <div className={currency === 'CHF' ? style['pay'] : undefined}>
        {currency === 'CHF' && <QrBill details={details} />}
        <div className="stack tight">
          {rows.map(([label, text]) => (
            <CopyText key={label} label={label} text={copied(label, text)}>
              {text}
            </CopyText>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Numbers are shown in groups and copied without spaces, which some banks refuse. */
const copied = (label: string, text: string): string => (label === 'Account holder' ? text : text.replaceAll(' ', ''))

/** 27 digits in printed groups: two, then five each. */
const referenceText = (reference: string | null): string | null =>
  reference !== null && /^\d{27}$/.test(reference)
    ? reference.replace(/^(..)/, '$1 ').replaceAll(/(\d{5})(?=\d)/g, '$1 ')
    : reference

/** The Swiss QR-bill, with an amount or without one. */
function QrBill({ details: { iban, accountname, reference } }: { details: Details }) {
  const [amount, setAmount] = useState('')
  const address = postalAddress(companyAddress)
  if (iban === null || accountname === null || address === null) return null
  const isAmount = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/.test(amount) && !/^[0.]*$/.test(amount)
  const text = qrBill({
    iban,
    creditor: { name: accountname, ...address },
    amount: isAmount ? amount : null,
    currency: 'CHF',
    reference,
    message: 'Deposit',
  })
  return (
    <div className="stack tight">
      <SwissQr text={text} />
      <AmountField
        label="Amount"
        aside="optional"
        name="amount"
        currency="CHF"
        value={amount}
        onChange={setAmount}
        hint="Scan it with your bank’s app."
        problem={amount === '' || isAmount ? null : 'At most 999,999,999.99, with two decimals.'}
      />
    </div>
  )
}
