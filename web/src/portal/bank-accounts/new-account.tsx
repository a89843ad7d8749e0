import { fiatCodes } from '@specie/protocol/assets.ts'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { Button } from '../../kit/button.tsx'
import { Field, Segment } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { useChecked } from '../../shared/use-checked.ts'
import { NameCheck } from './name-check.tsx'
import { accountText } from '../account-text.ts'

type Currency = Input<'registerBankAccount'>['currency']

const forms: Record<Currency, { label: string; hint: string; placeholder: string }> = {
  CHF: {
    label: 'IBAN',
    hint: 'A bank in Switzerland or Liechtenstein. We check it while you type.',
    placeholder: 'CH93 0076 2011 6238 5295 7',
  },
  GBP: {
    label: 'Sort code and account number, or IBAN',
    hint: 'A bank in the United Kingdom. We check it while you type.',
    placeholder: '12-34-56 12345678',
  },
}

/** A new bank account. */
export function Page() {
  const company = useCall('company', {}, { refetchInterval: false })
  const second = useCall('secondPerson', {}, { refetchInterval: false })
  const [currency, setCurrency] = useState<Currency>('CHF')
  const [identifier, setIdentifier] = useState('')
  const [typedName, setName] = useState<string | null>(null)
  const [label, setLabel] = useState('')
  const register = useAct('registerBankAccount')
  const checked = useChecked('checkBankAccount', identifier, { currency, identifier })
  const name = typedName ?? company.data?.name ?? ''
  const form = forms[currency]
  const isConfirmed = currency === 'GBP'
  const request = { currency, identifier, name: name.trim(), label: label.trim() }
  const send = (event: FormEvent) => {
    event.preventDefault()
    register.mutate(request)
  }
  const isReady = typeof checked?.identifier === 'string' && request.name !== '' && request.label !== ''
  return (
    <>
      <PageHead
        title="New bank account"
        crumbs={[
          { title: 'Destinations', to: '/addresses' },
          { title: 'Bank accounts', to: '/addresses/bank-accounts' },
        ]}
      />
      {register.data ? (
        <NameCheck answer={register.data} account={request} />
      ) : (
        <form className="split" onSubmit={send}>
          <Section title="Account">
            <div className="stack">
              <Segment
                label="Currency"
                value={currency}
                options={fiatCodes.map((value) => ({ value, label: value }))}
                onChange={setCurrency}
              />
              <Field
                label={form.label}
                name="identifier"
                spellCheck={false}
                maxLength={64}
                placeholder={form.placeholder}
                value={identifier}
                onChange={(text) => {
                  register.reset()
                  setIdentifier(text)
                }}
                error={register.error}
                problem={checked?.problem ?? null}
                hint={checked?.identifier ? <Good>{accountText(checked.identifier)}</Good> : form.hint}
              />
              <Field
                label="Owner of the account"
                name="name"
                value={name}
                onChange={setName}
                maxLength={70}
                hint="As registered at the bank. It must be your company."
                error={register.error}
              />
              <Field
                label="Name"
                name="label"
                value={label}
                onChange={setLabel}
                maxLength={64}
                placeholder="Main account"
                hint="You choose this name as the destination of a payout."
                error={register.error}
              />
            </div>
          </Section>
          <Panel title="Summary">
            <div className="stack">
              <Facts
                rows={[
                  ['Currency', currency],
                  ['Account', checked?.identifier ? accountText(checked.identifier) : 'not complete yet'],
                  ['Owner', request.name === '' ? 'not entered yet' : request.name],
                ]}
              />
              <p className="s13 muted">
                {isConfirmed && 'We ask its bank to confirm the owner (Confirmation of Payee). '}
                {second.data?.kinds.includes('member.bank_account') && 'It needs a second approver of your company. '}
                Payouts are allowed as soon as it is registered. An account in another name waits until Specie has
                cleared it.
              </p>
              <FormError error={register.error} fields={['identifier', 'name', 'label']} />
              <Button type="submit" main tall wide busy={register.isPending} disabled={!isReady}>
                Register account
              </Button>
            </div>
          </Panel>
        </form>
      )}
    </>
  )
}

function Good({ children }: { children: string }) {
  return (
    <span className="badge is-done">
      <IconCheck className="ic" aria-hidden /> {children}
    </span>
  )
}
