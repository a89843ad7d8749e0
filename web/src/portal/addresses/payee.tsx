import type { Input } from '../../api/call.ts'
import type { CallError } from '../../api/error.ts'
import { CountryField } from '../../kit/form/country.tsx'
import { Field, Segment } from '../../kit/form/field.tsx'

export type Payee = NonNullable<Input<'addAddress'>['beneficiary']>

export const noPayee = {
  kind: 'company',
  name: '',
  given_names: '',
  street: '',
  postal_code: '',
  city: '',
  country: '',
  identifier: '',
}
export type PayeeFields = Omit<typeof noPayee, 'kind'> & { kind: 'company' | 'person' }

export const payeeFieldNames = ['kind', ...Object.keys(noPayee)].map((name) => `beneficiary.${name}`)

/** As the call takes it; null while a needed field is empty. */
export function payeeIn(given: PayeeFields): Payee | null {
  const { kind, name, given_names, street, postal_code, city, country, identifier } = given
  const needed = [name, street, city, country, ...(kind === 'person' ? [given_names] : [])]
  if (needed.some((text) => text.trim() === '')) return null
  const optional = (text: string) => text.trim() || null
  return {
    kind,
    name: name.trim(),
    given_names: kind === 'person' ? optional(given_names) : null,
    street: street.trim(),
    postal_code: optional(postal_code),
    city: city.trim(),
    country,
    identifier: optional(identifier),
  }
}

type Props = { value: PayeeFields; onChange: (payee: PayeeFields) => void; error: CallError | null }

/** Whose wallet it is: another company or person. */
export function PayeeForm({ value, onChange, error }: Props) {
  const field = (name: keyof PayeeFields) => ({
    name: `beneficiary.${name}`,
    value: value[name],
    onChange: (text: string) => onChange({ ...value, [name]: text }),
    error,
  })
  const isPerson = value.kind === 'person'
  return (
    <>
      <Segment
        label="Kind of owner"
        value={value.kind}
        options={[
          { value: 'company', label: 'A company' },
          { value: 'person', label: 'A person' },
        ]}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      <Field
        label={isPerson ? 'Family name' : 'Registered name'}
        maxLength={100}
        hint="In Latin letters, as in a passport or a register."
        {...field('name')}
      />
      {isPerson && <Field label="Given names" maxLength={100} {...field('given_names')} />}
      <Field label="Street and number" maxLength={70} {...field('street')} />
      <Field label="Postal code" aside="if there is one" maxLength={16} {...field('postal_code')} />
      <Field label="City" maxLength={35} {...field('city')} />
      <CountryField label="Country" {...field('country')} />
      <Field
        label={isPerson ? 'Customer number at the provider' : 'LEI or customer number'}
        aside="optional"
        maxLength={35}
        {...field('identifier')}
      />
    </>
  )
}
