import type { CallError } from '../../api/error.ts'
import { countryCodes } from '@specie/protocol/countries.ts'
import { countryName } from '../value/country.ts'
import { Choose } from './field.tsx'

const options = [
  { value: '', label: 'Choose a country' },
  ...countryCodes
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
]

type Props = {
  label: string
  name: string
  value: string
  onChange: (code: string) => void
  error?: CallError | null
  hint?: string
  required?: boolean
}

export function CountryField(props: Props) {
  return <Choose {...props} options={options} />
}
