import { Banner } from '../../kit/banner.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Section } from '../../kit/page.tsx'
import { QrCode } from '../../kit/qr-code.tsx'
import { accountText } from '../account-text.ts'
import { CopyText } from '../copy-text.tsx'
import style from './rails.module.css'
import { isOnRamp, type Rail } from './words.ts'

/** Where to send money or coins to, so that they take this rail. */
export function HowToPay({ rail }: { rail: Rail }) {
  const funding = rail.fundinginstructions
  if (funding === null)
    return rail.status === 'pending' ? (
      <Section title="How to pay">
        <p className="s13 muted">
          {isOnRamp(rail) ? 'Its account is being opened' : 'Its address is being made'}. That takes a moment; it is
          shown here by itself.
        </p>
      </Section>
    ) : null
  if ('iban' in funding) {
    const rows: readonly (readonly [string, string, string?])[] = [
      ['Beneficiary', funding.accountname],
      ['IBAN', funding.iban, accountText(funding.iban)],
      ['BIC', funding.bic],
      ['Reference', funding.reference],
    ]
    return (
      <Section title="How to pay" note={`Wire ${funding.currency} to this account.`}>
        <div className="stack">
          <Banner>
            Only {rail.sender.partyname.name} may pay. Money of anybody else goes back to where it came from.
          </Banner>
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
            At least {moneyText(funding.min_amount, funding.asset)}, in whole hundredths. Other coins, and other chains,
            are sent back where that is possible.
          </Banner>
        </div>
      </div>
    </Section>
  )
}
