/**
 * What two wallet addresses have in common if they are the same: compare these keys and no tickers. A list names a ticker,
 * which is no chain, and the key of an address is the same on all chains. Upper and lower case are a checksum
 * in EVM addresses only; they are significant in Base58, and a Bech32 address has one case.
 */
export function walletKey(address: string): string {
  const text = address.trim()
  if (/^0x[0-9a-f]{40}$/i.test(text)) return text.toLowerCase()
  return isBech32(text) ? text.toLowerCase() : text
}

/** Bech32 may be written in capitals, as in QR codes. It never mixes the cases. */
const isBech32 = (text: string): boolean => /^(BC|TB|LTC)1[02-9AC-HJ-NP-Z]{8,87}$/.test(text)
