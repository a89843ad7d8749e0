// Amounts as people write them.

/**
 * Groups of three with one separator, then decimals after another. A single point is a decimal point: `1.000` equals 1.
 */
const groupForms = [
  { form: /^\d{1,3}(,\d{3})+(\.\d*)?$/, groups: /,/g },
  { form: /^\d{1,3}([\s'’])\d{3}(\1\d{3})*([.,]\d*)?$/, groups: /[\s'’]/g },
  { form: /^\d{1,3}(\.\d{3})+,\d*$|^\d{1,3}(\.\d{3}){2,}$/, groups: /\./g },
]

/**
 * `1,250.50` → `1250.50`: plain digits and one point. Null if it is not an amount, or has two readings, such as `12,5`.
 */
export function plainAmount(text: string): string | null {
  if (/^\d*\.?\d*$/.test(text)) return text.replace(/^0+(?=\d)/, '').replace(/^\./, '0.')
  const groups = groupForms.find(({ form }) => form.test(text))?.groups
  return groups === undefined
    ? null
    : text
        .replaceAll(groups, '')
        .replace(',', '.')
        .replace(/^0+(?=\d)/, '')
}
