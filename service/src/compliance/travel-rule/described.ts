import type { Person } from '@specie/travel-rule/ivms101/types.ts'

const numbers: Readonly<Record<string, string>> = { LEIX: 'LEI', RAID: 'Registration number', TXID: 'Tax number' }

/** A person of IVMS101 for people to read: its name, then its address, identifiers and accounts, one a line. */
export function described({ legalPerson, naturalPerson, accountNumber = [] }: Person): {
  name: string
  lines: string[]
} {
  const person = legalPerson ?? naturalPerson
  const natural = naturalPerson?.name.nameIdentifier[0]
  const name = legalPerson
    ? legalPerson.name.nameIdentifier[0]?.legalPersonName
    : [natural?.secondaryIdentifier, natural?.primaryIdentifier].filter(Boolean).join(' ')
  const { geographicAddress = [], nationalIdentification: official, customerIdentification } = person ?? {}
  return {
    name: name ?? '',
    lines: [
      ...geographicAddress.map((one) =>
        [...(one.addressLine ?? []), one.streetName, one.buildingNumber, one.postCode, one.townName, one.country]
          .filter(Boolean)
          .join(', '),
      ),
      ...(official
        ? [
            `${numbers[official.nationalIdentifierType] ?? official.nationalIdentifierType} ${official.nationalIdentifier}`,
          ]
        : []),
      ...(customerIdentification ? [`Customer number ${customerIdentification}`] : []),
      ...accountNumber.map((account) => `Account ${account}`),
    ],
  }
}
