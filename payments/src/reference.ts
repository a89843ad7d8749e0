import { mod97 } from './iban.ts'

// Structured references of Swiss payments. QRR (27 digits, modulo 10 recursive) requires a QR-IBAN; SCOR (ISO 11649, `RF` and
// two check digits) requires an ordinary IBAN.

/** 27 digits: the body padded with zeros on the left, then its check digit. */
export function qrReference(body: string): string {
  if (!/^\d{1,26}$/.test(body)) throw new Error(`a QR reference is made of 1 to 26 digits, not of "${body}"`)
  const padded = body.padStart(26, '0')
  return padded + mod10Recursive(padded)
}

export function isQrReference(text: string): boolean {
  return /^\d{27}$/.test(text) && mod10Recursive(text.slice(0, 26)) === Number(text[26])
}

export function scorReference(body: string): string {
  if (!/^[A-Z0-9]{1,21}$/.test(body)) {
    throw new Error(`a SCOR reference is made of 1 to 21 capitals and digits, not of "${body}"`)
  }
  return `RF${String(98 - mod97(`${body}RF00`)).padStart(2, '0')}${body}`
}

export function isScorReference(text: string): boolean {
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && mod97(text.slice(4) + text.slice(0, 4)) === 1
}

const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

function mod10Recursive(digits: string): number {
  let carry = 0
  for (const digit of digits) carry = carries[(carry + Number(digit)) % 10]!
  return (10 - carry) % 10
}
