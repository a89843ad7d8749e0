/** A Legal Entity Identifier (ISO 17442): 18 letters or digits and two check digits (ISO 7064, MOD 97-10). */
export function isLei(text: string): boolean {
  if (!/^[0-9A-Z]{18}\d\d$/.test(text)) return false
  // Letters count as 10 to 35. The remainder of each digit keeps the number small.
  const digits = Array.from(text, (sign) => Number.parseInt(sign, 36)).join('')
  let remainder = 0
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder === 1
}
