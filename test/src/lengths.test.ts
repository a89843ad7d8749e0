import { readFileSync } from 'node:fs'
import { writeRuleCall } from '@specie/protocol/console/rules.ts'
import { addPasskey } from '@specie/protocol/web-api/factors.ts'
import { email, personName, reason } from '@specie/protocol/web-api/fields.ts'
import { makeToken } from '@specie/protocol/web-api/tokens.ts'
import { bankAccounts } from '@specie/protocol/sandbox/destinations.ts'
import { institutions } from '@specie/protocol/sandbox/institutions.ts'
import { checkedLabel } from '@specie/service/destinations/address/labels.ts'
import { expect, test } from 'vitest'

// No call accepts a text longer than its column: the database would refuse it, with a 500.

const schema = readFileSync(new URL('../../service/sql/schema.sql', import.meta.url), 'utf8')
const longest = new Map(
  [...schema.matchAll(/constraint (\w+) CHECK .*\(length\(\w+\) <= (\d+)\)/g)].map(([, name, most]) => [
    name!,
    Number(most),
  ]),
)

/** Texts that are not typed: they are cut to their length. */
const cut = ['device_agent_check', 'session_agent_check', 'case_file_party_check']

const domain = '@b.example'

/** Throws if the call refuses this text. */
const takes: Record<string, (text: string) => unknown> = {
  institution_name_check: (text) => institutions.request.shape.name.parse(text),
  address_label_check: checkedLabel,
  bank_account_label_check: checkedLabel,
  bank_account_name_check: (text) => bankAccounts.request.shape.name.parse(text),
  person_name_check: (text) => personName.parse(text),
  person_email_check: (text) => email.parse(text + domain).replace(domain, ''),
  passkey_name_check: (text) => addPasskey.request.shape.name.parse(text),
  device_label_check: (text) => makeToken.request.shape.label.parse(text),
  rule_name_check: (text) => writeRuleCall.request.shape.name.parse(text),
  approval_reason_check: (text) => reason.parse(text),
  approval_decision_reason_check: (text) => reason.parse(text),
}

test('every column with a maximum length has its call here', () => {
  expect([...longest.keys()].toSorted()).toEqual([...Object.keys(takes), ...cut].toSorted())
})

test.each(Object.entries(takes))('%s: one character more is refused by the call', (constraint, take) => {
  const most = longest.get(constraint)!
  expect(() => take('n'.repeat(most + 1))).toThrow()
  expect(take('n')).toBe('n')
})
