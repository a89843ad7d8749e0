/** A share or a distance for the eye, with so many decimals; amounts of money are shown by `Money`. */
export const rounded = (value: number, decimals: number): string =>
  new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value)
