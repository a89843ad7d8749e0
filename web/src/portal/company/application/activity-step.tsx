import { AmountField } from '../../../kit/form/amount-field.tsx'
import { Check, Choose, Field, Segment, TextArea } from '../../../kit/form/field.tsx'
import { FormError } from '../../../kit/form/form-error.tsx'
import { activityWords, productWords } from '../words.ts'
import { AddressFields } from './address-fields.tsx'
import style from './application.module.css'
import { emptyLicence } from './draft.ts'
import { LicenceFields } from './licence-fields.tsx'
import type { DraftOfCompany } from './use-draft.ts'

const activities = [
  { value: '', label: 'Choose an activity' },
  ...Object.entries(activityWords).map(([value, label]) => ({ value, label })),
]
const currencies = ['CHF', 'GBP', 'EUR', 'USD'].map((value) => ({ value, label: value }))
const products = Object.keys(productWords) as (keyof typeof productWords)[]

/** Addresses, activity and expected volumes of the company. */
export function ActivityStep({ draft: { draft, write, change, saving } }: { draft: DraftOfCompany }) {
  const at = (name: string) => draft.text[name] ?? ''
  const { error } = saving
  const bind = (name: string) => ({ name, value: at(name), onChange: write(name), error })
  const toggle = (product: (typeof products)[number], is: boolean) =>
    change({ products: products.filter((one) => (one === product ? is : draft.products.includes(one))) })
  return (
    <div className="stack">
      <AddressFields name="registered_address" title="Registered address" {...{ at, write, error }} />
      <Check
        label="The company works at its registered address."
        checked={draft.isSameAddress}
        onChange={(isSameAddress) => change({ isSameAddress })}
      />
      {!draft.isSameAddress && (
        <AddressFields name="business_address" title="Business address" {...{ at, write, error }} />
      )}
      <fieldset className={`${style['fields']} ${style['set']}`}>
        <legend>Activity</legend>
        <Choose label="Activity" options={activities} {...bind('activity')} />
        <div className={style['whole']}>
          <TextArea
            label="What the company does"
            hint="Products, customers and markets, in two or three sentences."
            maxLength={1000}
            {...bind('activity_description')}
          />
        </div>
        <div className={style['whole']}>
          <TextArea
            label="Source of funds"
            hint="The origin of the money that you will move through us."
            maxLength={1000}
            {...bind('source_of_funds')}
          />
        </div>
      </fieldset>
      <fieldset className={style['set']}>
        <legend>Products</legend>
        <div className="stack tight">
          {products.map((product) => (
            <Check
              key={product}
              label={productWords[product]}
              checked={draft.products.includes(product)}
              onChange={(is) => toggle(product, is)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={`${style['fields']} ${style['set']}`}>
        <legend>Expected each month</legend>
        <AmountField
          label="Volume"
          currency={at('expected_volumes.currency') || 'CHF'}
          {...bind('expected_volumes.monthly_volume')}
        />
        <Choose
          label="Currency"
          options={currencies}
          {...bind('expected_volumes.currency')}
          value={at('expected_volumes.currency') || 'CHF'}
        />
        <Field
          label="Number of payments and orders"
          inputMode="numeric"
          maxLength={8}
          {...bind('expected_volumes.monthly_transactions')}
          onChange={(text) => write('expected_volumes.monthly_transactions')(text.replaceAll(/\D/g, ''))}
        />
      </fieldset>
      <fieldset className={style['set']}>
        <legend>Licences of a financial supervisor</legend>
        <Segment
          label="Licences of a financial supervisor"
          value={draft.licences === null ? 'unsaid' : draft.licences.length === 0 ? 'none' : 'some'}
          options={[
            { value: 'none', label: 'None' },
            { value: 'some', label: 'One or more' },
          ]}
          onChange={(value) => change({ licences: value === 'none' ? [] : [emptyLicence] })}
        />
        {draft.licences !== null && draft.licences.length > 0 && (
          <LicenceFields licences={draft.licences} onChange={(licences) => change({ licences })} error={error} />
        )}
      </fieldset>
      <FormError error={error} fields={Object.keys(draft.text)} />
    </div>
  )
}
