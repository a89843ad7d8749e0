import { Banner } from '../../kit/banner.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Section } from '../../kit/page.tsx'
import { QrCode } from '../../kit/qr-code.tsx'
import { accountText } from '../account-text.ts'
import { CopyText } from '../copy-text.tsx'
import style from './rails.module.css'
import { isOnRamp, type Rail } from './words.ts'

/** The account or address of this rail. */
export function HowToPay({ rail }: { rail: Rail }) {
  const funding = rail.fundinginstructions
  if (funding === null)
    return rail.status === 'pending' ? (
      <Section title="How to pay">
        <p className="s13 muted">
          {isOnRamp(rail) ? 'Its account is being opened' : 'Its address is being created'}. This takes a moment; the
          page updates automatically.
        </p>
      </Section>
    ) : null
  if ('iban' in funding) {
    const rows: readonly (readonly [string, string, string?])[] = [
      ['Account holder', funding.accountname],
      ['IBAN', funding.iban, accountText(funding.iban)],
      ['BIC', funding.bic],
      ['Reference', funding.reference],
    ]
    return (
      <Section title="How to pay" note={`Wire ${funding.currency} to this account.`}>
        <div className="stack">
          <Banner>Only {rail.sender.partyname.name} may pay. Payments of other senders are returned.</Banner>
          <div className={style['details']}>
            {rows.map(([label, text, shown]) => (
              <CopyText key={label} label={label} text={text}>
                {shown ?? text}
              </CopyText>
            ))}
          </div>
        </div>
      </Section>
    )
  }
  const chain = chainName(funding.blockchain)
  return (
    <Section title="How to pay" note={`Send ${funding.asset} on ${chain} to this address.`}>
      <div className={style['pay']}>
        <QrCode text={funding.address} label={`QR code of the address of this rail on ${chain}`} />
        <div className="stack">
          <CopyText label="Address" text={funding.address} />
          {funding.memo !== null && <CopyText label="Memo" text={funding.memo} />}
          <Banner>
            At least {moneyText(funding.min_amount, funding.asset)}, in steps of 0.01. Other coins, and coins on other
            chains, are returned if possible.
          </Banner>
        </div>
      </div>
    </Section>
  )
}
