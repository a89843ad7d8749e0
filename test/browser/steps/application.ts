import { demoPdf } from '@specie/service/sandbox/demo/company.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// The application of a company, filled in by its administrator.

export const saved = (page: Page) => page.getByText(/^Saved \d/).waitFor()

export async function fillAddress(page: Page, group: string): Promise<void> {
  const set = page.getByRole('group', { name: group })
  await set.getByLabel('Street and number').fill('Bahnhofstrasse 1')
  await set.getByLabel('City').fill('Zürich')
  await set.getByLabel('Country').selectOption('CH')
}

export async function fillPerson(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Date of birth').fill('1980-01-31')
  await page.getByLabel('Country of birth').selectOption('CH')
  await page.getByLabel('Nationality').selectOption('CH')
  await fillAddress(page, 'Residence')
}

export async function fillEntity(page: Page, name: string): Promise<void> {
  await page.getByLabel('Legal name').fill(name)
  await page.getByLabel('Country of incorporation').selectOption('CH')
  await page.getByLabel('Incorporated on').fill('2015-04-01')
  await page.getByLabel('Registration number').fill('CHE-123.456.788')
  await page.getByLabel('Register', { exact: true }).fill('Handelsregisteramt des Kantons Zürich')
}

export async function fillActivity(page: Page): Promise<void> {
  await fillAddress(page, 'Registered address')
  await page.getByLabel('Activity', { exact: true }).selectOption('corporate_treasury')
  await page.getByLabel('What the company does').fill('Treasury of a trading group.')
  await page.getByLabel('Source of funds').fill('Proceeds of trading.')
  await page.getByLabel('Stablecoin issuance').check()
  await page.getByLabel('Volume').fill('5,000,000')
  await page.getByLabel('Number of payments and orders').fill('200')
  await page.getByRole('button', { name: 'None' }).click()
  await saved(page)
}

/** Every required document of a company with these people. */
export async function uploadDocuments(page: Page, people: readonly string[]): Promise<void> {
  const own = ['Extract of the register', 'Articles of association', 'Source of funds']
  const slots = [...own, ...people.map((name) => `Passport or identity card: ${name}`)]
  for (const slot of slots) {
    const file = page.getByLabel(`Upload: ${slot}`)
    if (slot.startsWith('Passport')) {
      // Without its last day a passport is not even sent.
      expect(await file.isDisabled()).toBe(true)
      await page.getByRole('listitem').filter({ has: file }).getByLabel('Valid until').fill('2099-01-01')
    }
    const name = `${slot.toLowerCase().replaceAll(/\W+/g, '-')}.pdf`
    await file.setInputFiles({ name, mimeType: 'application/pdf', buffer: demoPdf })
  }
  // The owners define the companies between.
  await expect.poll(() => page.getByText('Uploaded', { exact: true }).count()).toBe(slots.length + 1)
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next: Check and submit' }).click()
  await page.getByRole('button', { name: 'Submit the application' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await page.getByText('asks here if something is missing').waitFor()
}
