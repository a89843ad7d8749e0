import { type FormEvent, useState } from 'react'
import { useMe } from '../app/session.tsx'
import { Button } from '../kit/button.tsx'
import { AmountField } from '../kit/form/amount-field.tsx'
import { Check, Segment } from '../kit/form/field.tsx'
import { moneyText } from '../kit/value/money.tsx'
import { Outcome } from './outcome.tsx'
import { useLever } from './use-lever.ts'

const currencies = [
  { value: 'CHF', label: 'CHF' },
  { value: 'GBP', label: 'GBP' },
] as const

/** Sends a wire from the institution's own bank, with its reference. */
export function Wire({ institution }: { institution: string }) {
  const [currency, setCurrency] = useState<'CHF' | 'GBP'>('CHF')
  const [amount, setAmount] = useState('250000')
  const [isForeign, setForeign] = useState(false)
  const { pull, busy, error, outcome } = useLever()
  const isStaff = useMe().person.side === 'staff'
  const send = (event: FormEvent) => {
    event.preventDefault()
    const sender = isForeign ? { sendername: 'Another Sender Ltd' } : {}
    pull<{ bankref: string }>('wires', { institutionid: institution, currency, amount, ...sender }, ({ bankref }) => ({
      text: `${moneyText(amount, currency)} was sent. The bank books it as ${bankref}. It arrives with the bank’s next file, in a moment.`,
      see: isStaff
        ? { title: 'See the bank', address: '/console/bank' }
        : { title: 'See transfers', address: '/portal/transfers' },
    }))
  }
  return (
    <form className="stack" onSubmit={send}>
      <Segment label="Currency" value={currency} options={currencies} onChange={setCurrency} wide />
      <AmountField label="Amount" name="amount" currency={currency} value={amount} onChange={setAmount} error={error} />
      <Check checked={isForeign} onChange={setForeign} label="From another sender, so that it is reviewed first" />
      <Button main wide type="submit" busy={busy} disabled={institution === '' || amount === ''}>
        Send the wire
      </Button>
      <Outcome outcome={outcome} error={error} fields={['amount']} />
    </form>
  )
}
