import type { CallError } from '../../../api/error.ts'
import { CountryField } from '../../../kit/form/country.tsx'
import { Field } from '../../../kit/form/field.tsx'
import style from './application.module.css'

type Props = {
  name: string
  title: string
  at: (name: string) => string
  write: (name: string) => (text: string) => void
  error: CallError | null
  required?: boolean
}

/** Street, postal code, city and country. */
export function AddressFields({ name, title, at, write, error, required = false }: Props) {
  const bind = (part: string) => ({
    name: `${name}.${part}`,
    value: at(`${name}.${part}`),
    onChange: write(`${name}.${part}`),
    error,
  })
  return (
    <fieldset className={`${style['fields']} ${style['set']}`}>
      <legend>{title}</legend>
      <div className={style['whole']}>
        <Field label="Street and number" maxLength={140} required={required} {...bind('street')} />
      </div>
      <Field label="Postal code" aside="if there is one" maxLength={16} {...bind('postal_code')} />
      <Field label="City" maxLength={70} required={required} {...bind('city')} />
      <CountryField label="Country" required={required} {...bind('country')} />
    </fieldset>
  )
}
