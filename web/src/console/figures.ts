/** A rounded share or distance. `Money` shows amounts. */
export const rounded = (value: number, decimals: number): string =>
  new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value)
