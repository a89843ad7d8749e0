import type { NameSet } from './elements.ts'
import type { Ivms101, Person } from './types.ts'

/** The data in the shape of the version: in 2020 the accounts are those of the party. */
export const shapedFor = (names: NameSet, data: Ivms101): object =>
  names === '2023'
    ? data
    : {
        ...data,
        originator: {
          originatorPerson: data.originator.originatorPerson.map(withoutAccounts),
          accountNumber: accountsOf(data.originator.originatorPerson),
        },
        beneficiary: {
          beneficiaryPerson: data.beneficiary.beneficiaryPerson.map(withoutAccounts),
          accountNumber: accountsOf(data.beneficiary.beneficiaryPerson),
        },
      }

const withoutAccounts = ({ accountNumber: _accounts, ...person }: Person): Person => person

export const accountsOf = (persons: readonly Person[]): string[] => [
  ...new Set(persons.flatMap(({ accountNumber }) => accountNumber ?? [])),
]
