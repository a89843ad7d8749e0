import { assets } from '@specie/protocol/assets.ts'
import { useState } from 'react'
import { Section } from '../../kit/page.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { Destination } from '../destination.tsx'
import { wholeCents } from '../decimals.ts'
import { useBalances } from '../use-balances.ts'
import { CoinSection, SupplyPage, useCoinFields, useRequest } from './form.tsx'
import { RedeemConsequence } from './redeem-consequence.tsx'
import { fiatOf } from './words.ts'

/** The form of a redemption. */
export const Page = () => (
  <SupplyPage title="Redeem coins" about="Coins of your balance are burned and paid out at par." act="Redeeming">
    <Redeem />
  </SupplyPage>
)

function Redeem() {
  const fields = useCoinFields()
  const { asset, blockchain, quantity } = fields
  const [account, setAccount] = useState('')
  const available = useBalances()?.(asset) ?? null
  const input = { asset, blockchain, quantity, ...(account !== '' && { bankaccount: account }) }
  const { dry, error, busy, send, edit } = useRequest('redeemTokens', input, fields.isComplete)
  return (
    <form className="split" onSubmit={send}>
      <div>
        <CoinSection
          {...{ fields, edit, error }}
          onCoin={() => setAccount('')}
          title="You redeem"
          amount={{
            hint: `At least ${moneyText(assets[asset].min_redeem!, asset)}.`,
            aside: `${moneyText(available ?? '0', asset)} available`,
            max: available && wholeCents(available),
          }}
          chain={{ label: 'Burned on', hint: 'You have one balance for all chains; a single chain may hold less.' }}
        />
        <Section title="Destination">
          <Destination
            {...{ error }}
            asset={fiatOf(asset)}
            chain={undefined}
            label="Paid to"
            name="bankaccount"
            balance={`Your ${fiatOf(asset)} balance at Specie`}
            value={account}
            onChange={(id) => edit(() => setAccount(id))}
          />
        </Section>
      </div>
      <RedeemConsequence
        {...{ asset, quantity, dry, error, busy }}
        isComplete={fields.isComplete}
        isToBank={account !== ''}
      />
    </form>
  )
}
