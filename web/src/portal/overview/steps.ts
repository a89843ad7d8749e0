import type { ActName } from '@specie/protocol/people/acts.ts'
import type { StepCode } from '@specie/protocol/onboarding/steps.ts'
import type { Company } from '../company/words.ts'
import { namesOf } from '../../shared/company-words.ts'

type Words = {
  title: string
  note: string
  /** Where it is done, the button, and the right that it takes; without them only our staff can do it. */
  to?: string
  act?: string
  right?: ActName
}

/** A step of the company to its first coins, in words. The checklist and «Waits for you» show the same ones. */
export function stepWords(code: StepCode, company: Company): Words {
  return words[code](company)
}

const words: { readonly [code in StepCode]: (company: Company) => Words } = {
  application: ({ state }) => ({
    title: 'Tell us about your company',
    note: 'Its register, owners, directors and documents. Changes are saved automatically.',
    right: 'company.edit',
    ...(state === 'draft'
      ? { to: '/company/application', act: 'Fill in the application' }
      : { to: '/company', act: 'Answer and submit again' }),
  }),
  review: ({ steps }) =>
    steps.some(({ code, by }) => code === 'review' && by === 'institution')
      ? {
          title: 'Add what is missing',
          note: 'Our review continues when the open requirements are met.',
          to: '/company',
          act: 'See what is missing',
          right: 'company.edit',
        }
      : {
          title: 'We review it',
          note: 'Our team reviews it, usually within a few days, and asks here if something is missing.',
        },
  agreements: ({ steps }) =>
    steps.some(({ code, by }) => code === 'agreements' && by === 'institution')
      ? {
          title: 'Sign the agreements',
          note: 'For the products of your application: issuance of coins, conversion, or both.',
          to: '/company/agreements',
          act: 'Read and sign',
          right: 'agreements.sign',
        }
      : {
          title: 'Agreements',
          note: 'We send them when your application is approved, and countersign them when you have signed.',
        },
  people: ({ people }) => ({
    title: 'Name a trader and an approver',
    note: `Trader: ${namesOf(people.traders)}. Approver: ${namesOf(people.approvers)}. An approver is the second approver of your payments and cannot be an administrator.`,
    to: '/people',
    act: 'Choose the people',
    right: 'members.edit',
  }),
  pay_in: () => ({
    title: 'Pay money in',
    note: 'By wire, with your own reference. It is available as soon as our bank has booked it.',
    to: '/transfers/deposit',
    act: 'See how to pay in',
    right: 'money.read',
  }),
  coins: ({ entity }) =>
    entity.products?.includes('stablecoin_issuance') === false
      ? {
          title: 'Place your first order',
          note: 'It is filled completely within your limit, or not at all.',
          to: '/trade',
          act: 'Trade',
          right: 'money.trade',
        }
      : {
          title: 'Mint your first coins',
          note: 'They settle in about three hours.',
          to: '/supply/mint',
          act: 'Mint coins',
          right: 'money.supply',
        },
  confirm: ({ review }) =>
    review.confirmed_at === null
      ? {
          title: 'Confirm your company data',
          note: 'A periodic review asks for it, including unchanged data.',
          to: '/company',
          act: 'Read and confirm',
          right: 'company.edit',
        }
      : { title: 'We close the review', note: 'You have confirmed your data.' },
}
