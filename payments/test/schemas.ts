import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'

// The official schemas are not ours to distribute. They are beside the checkout, or in SPECIE_SCHEMAS.

export const folder = process.env['SPECIE_SCHEMAS'] ?? resolve(import.meta.dirname, '../../../shared/schemas')
export const present = existsSync(folder)
export const demanded = process.env['CI'] === 'true'

/** Throws the official schema's errors about the document. */
export function validator(file: string): (xml: string) => void {
  const schema = XmlDocument.fromBuffer(readFileSync(join(folder, file)))
  const validator = XsdValidator.fromDoc(schema)
  return (xml) => {
    const document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
    } finally {
      document.dispose()
    }
  }
}
