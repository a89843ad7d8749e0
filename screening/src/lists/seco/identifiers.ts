import { countryCode } from '../country.ts'
import { all, attribute, text, texts, type Element } from '../element.ts'
import type { Identifier } from '../entry.ts'
import { identifier } from '../identifier.ts'

/** Numbers that the list has as text only. */
const inText = [
  /^(IMO number)\s*:?\s*(\d{7})\.?$/i,
  /^(Tax(?:payer)? (?:identification|registration) number)\s*:?\s*([\w/-]+)\.?$/i,
  /^((?:State |Business )?registration number)\s*:?\s*([\w/-]*\d[\w/-]*)\.?$/i,
  /^(SWIFT(?:\/BIC)?(?: code)?)\s*:?\s*([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\.?$/i,
]

export function readIdentifiers(subject: Element): Identifier[] {
  const documents = all(subject, 'identity', 'identification-document').map((document) =>
    identifier(
      attribute(document, 'document-type').replaceAll('-', ' '),
      text(document, 'number'),
      countryCode(text(document, 'issuer')),
    ),
  )
  return [...documents, ...texts(subject, 'other-information').flatMap(numberIn)]
}

function numberIn(information: string): Identifier[] {
  const found = inText.map((pattern) => pattern.exec(information)).find((match) => match !== null)
  return found ? [identifier(found[1]!, found[2]!)] : []
}
