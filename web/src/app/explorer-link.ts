/** Where a transaction is shown: the explorer of UAT. It is another entry, so it is opened by `<a href>`. */
export const explorerAddress = (chain: string, txid: string): string =>
  `/explorer/${encodeURIComponent(chain)}/tx/${encodeURIComponent(txid)}`
