/** An IBAN in groups of four; a sort code with its account unchanged. */
export const accountText = (identifier: string): string =>
  /^[A-Z]{2}\d{2}/.test(identifier) ? identifier.replaceAll(/(.{4})(?=.)/g, '$1 ') : identifier
