/** An IBAN in groups of four, as it is printed; a sort code with its account as it is. */
export const accountText = (identifier: string): string =>
  /^[A-Z]{2}\d{2}/.test(identifier) ? identifier.replaceAll(/(.{4})(?=.)/g, '$1 ') : identifier
