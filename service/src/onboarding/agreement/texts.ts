import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Product } from '@specie/protocol/endpoints/endpoint.ts'
import { badRequest } from '../../base/http/errors.ts'

// The texts of the agreements are files, service/agreements/PRODUCT-VERSION.md. A text that may have been signed never
// changes: this file has its hash, and a new wording is a new version.

export type AgreementText = { readonly product: Product; readonly version: string; readonly sha256: string }

/** By product, oldest first. Institutions get the last version. */
export const versions: { readonly [product in Product]: Readonly<Record<string, string>> } = {
  stablecoin_issuance: {
    '2026-11': '9c4088f50d4003b33a5de1833a65c265755e5abe34d3aec42582110f529105cd',
  },
  crypto_conversion: {
    '2026-11': 'f64ff8a3e9b2714b55a391d2b6bf3073a34e0b53528c020c6fb412db2ca25da3',
  },
}

export const currentText = (product: Product): AgreementText => textOf(product, Object.keys(versions[product]).at(-1)!)

export function textOf(product: Product, version: string): AgreementText {
  const known = versions[product]
  if (!Object.hasOwn(known, version))
    throw badRequest('unknown', 'There is no such version of this agreement.', 'version')
  return { product, version, sha256: known[version]! }
}

/** Its Markdown. Throws when the file differs from the hash. */
export function readText({ product, version, sha256 }: AgreementText): string {
  const text = readFileSync(new URL(`../../../agreements/${product}-${version}.md`, import.meta.url), 'utf8')
  const found = createHash('sha256').update(text, 'utf8').digest('hex')
  if (found !== sha256) throw new Error(`the text of ${product} ${version} was changed; write a new version of it`)
  return text
}
