import { isValidIBAN } from 'ibantools'

/** An IBAN in machine form (capitals, no spaces): length and structure of its country, and 1 modulo 97 (ISO 13616). */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text) && isValidIBAN(text)
}

/** ISO 7064 MOD 97-10 over digits and letters (A is 10 … Z is 35), digit by digit to avoid an overflow. */
export function mod97(text: string): number {
  let rest = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}
