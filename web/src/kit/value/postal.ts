import { countryName } from './country.ts'

type Address = { street: string; postal_code: string | null; city: string; country: string }

/** An address in one line. */
export const postalText = ({ street, postal_code, city, country }: Address): string =>
  `${street}, ${postal_code ? `${postal_code} ` : ''}${city}, ${countryName(country)}`
