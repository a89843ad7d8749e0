import { day, type Edges, id, other } from './edges.ts'

// Checks of institutions and their people, and of holds.

/** A text of one of these lengths. */
const lengths = (column: string, most: number): Edges => ({
  accepts: [{ [column]: 'a' }, { [column]: 'a'.repeat(most) }],
  refuses: [{ [column]: '' }, { [column]: 'a'.repeat(most + 1) }],
})

const atMost = (column: string, most: number): Edges => ({
  accepts: [{ [column]: '' }, { [column]: 'a'.repeat(most) }],
  refuses: [{ [column]: 'a'.repeat(most + 1) }],
})

const uuidLabels = [{ label: id }, { label: id.toUpperCase() }]

export const institutionEdges: Record<string, Edges> = {
  'compliance.exchange.exchange_amount_check': { accepts: [{ amount: 1 }], refuses: [{ amount: 0 }, { amount: -1 }] },
  'compliance.exchange.exchange_check': {
    accepts: [{}, { due: 'inquiry', next_at: day }],
    refuses: [{ due: 'inquiry' }, { next_at: day }],
  },
  'compliance.exchange.in_names_its_peer': {
    accepts: [{ direction: 'out' }, { direction: 'in', peer: 'vasp.example' }],
    refuses: [{ direction: 'in' }],
  },
  'compliance.exchange.out_is_about_a_transfer': {
    accepts: [{ direction: 'in' }, { direction: 'out', subject_id: id, institution_id: other }],
    refuses: [{ direction: 'out' }, { direction: 'out', subject_id: id }, { direction: 'out', institution_id: other }],
  },
  'compliance.rule.rule_name_check': lengths('name', 80),
  'compliance.hold.four_eyes': {
    accepts: [
      { state: 'placed' },
      { state: 'released', maker: 'ann', checker: 'bob' },
      { state: 'rejected', maker: 'ann', checker: 'bob' },
      { state: 'frozen', maker: 'ann', checker: 'bob' },
    ],
    refuses: ['released', 'rejected', 'frozen'].flatMap((state) => [
      { state },
      { state, maker: 'ann' },
      { state, checker: 'bob' },
      { state, maker: 'ann', checker: 'ann' },
      { state, maker: 'ann', checker: 'ANN' },
      { state, maker: 'Ann', checker: 'ann' },
    ]),
  },
  'compliance.case_file.case_file_party_check': lengths('party', 400),
  'compliance.case_file.case_file_institution_id_check': {
    accepts: [{ institution_id: null }],
    refuses: [{ institution_id: id }],
  },
  'compliance.case_file.case_file_check': {
    accepts: [{ about: id }, { party: 'Northwind VASP' }],
    refuses: [{}, { about: id, party: 'Northwind VASP' }],
  },
  'compliance.case_file.decided_by_two': {
    accepts: [
      { state: 'open' },
      { state: 'in_review' },
      { state: 'closed', outcome: 'measures', maker: 'ann', checker: 'bob', decided_at: day },
      { state: 'reported', outcome: 'report', maker: 'ann', checker: 'bob', decided_at: day },
    ],
    refuses: [
      { state: 'open', outcome: 'report', maker: 'ann', checker: 'bob', decided_at: day },
      { state: 'open', maker: 'ann' },
      { state: 'closed' },
      { state: 'closed', outcome: 'measures', maker: 'ann', checker: 'bob' },
      { state: 'closed', outcome: 'measures', maker: 'ann', checker: 'ANN', decided_at: day },
    ],
  },
  'compliance.hit.decided_by_two': {
    accepts: [
      { state: 'open' },
      { state: 'cleared', maker: 'ann', checker: 'bob', decided_at: day },
      { state: 'confirmed', maker: 'ann', checker: 'bob', decided_at: day },
    ],
    refuses: [
      { state: 'open', maker: 'ann', checker: 'bob', decided_at: day },
      { state: 'open', decided_at: day },
      ...['cleared', 'confirmed'].flatMap((state) => [
        { state },
        { state, maker: 'ann', decided_at: day },
        { state, maker: 'ann', checker: 'bob' },
        { state, checker: 'bob', decided_at: day },
        { state, maker: 'ann', checker: 'Ann', decided_at: day },
      ]),
    ],
  },
  'compliance.hit.either_clear_or_sealed': {
    accepts: [{ content: {} }, { sealed: '\\x00', sealed_for: id }],
    refuses: [
      {},
      { content: {}, sealed: '\\x00', sealed_for: id },
      { content: {}, sealed_for: id },
      { sealed: '\\x00' },
    ],
  },
  'compliance.question.either_clear_or_sealed': {
    accepts: [{ content: {} }, { sealed: '\\x00', sealed_for: id }],
    refuses: [
      {},
      { content: {}, sealed: '\\x00', sealed_for: id },
      { content: {}, sealed_for: id },
      { sealed: '\\x00' },
    ],
  },
  'compliance.party.either_clear_or_sealed': {
    accepts: [{ content: {} }, { sealed: '\\x00' }],
    refuses: [{}, { content: {}, sealed: '\\x00' }],
  },
  'compliance.hold.hold_check': { accepts: [{ subject_kind: 'mint' }, { subject_id: id }], refuses: [{}] },
  'compliance.list_version.only_a_refused_version_has_a_reason': {
    accepts: [{ state: 'active' }, { state: 'refused', refusal: 'empty', refused_because: 'why' }],
    refuses: [
      { state: 'active', refusal: 'empty', refused_because: 'why' },
      { state: 'refused' },
      { state: 'refused', refusal: 'empty' },
      { state: 'active', refused_because: 'why' },
    ],
  },
  'compliance.list_version.only_a_replaced_version_has_an_end': {
    accepts: [{ state: 'active' }, { state: 'replaced', replaced_at: day }],
    refuses: [{ state: 'replaced' }, { state: 'active', replaced_at: day }],
  },
  'compliance.hold.only_a_rejection_is_concluded': {
    accepts: [{ state: 'placed' }, { state: 'rejected', concluded_at: day }],
    refuses: [
      { state: 'placed', concluded_at: day },
      { state: 'released', concluded_at: day },
    ],
  },
  'destinations.address.address_check': {
    accepts: [{ ownership: 'vasp', vasp: {} }, { ownership: 'self_hosted' }],
    refuses: [{ ownership: 'vasp' }, { ownership: 'self_hosted', vasp: {} }],
  },
  'destinations.address.address_check1': {
    accepts: [{ travel_rule_status: 'complete', travel_rule: {} }, { travel_rule_status: 'missing' }],
    refuses: [{ travel_rule_status: 'complete' }, { travel_rule_status: 'missing', travel_rule: {} }],
  },
  'destinations.address.address_label_check': lengths('label', 64),
  'onboarding.closing_payout.closing_payout_check': {
    accepts: [{ bank_account_id: id }, { address_id: id }],
    refuses: [{}, { bank_account_id: id, address_id: other }],
  },
  'destinations.address.proved': {
    accepts: [
      { ownership: 'vasp', state: 'active' },
      { ownership: 'self_hosted', state: 'active', proof: {} },
      { ownership: 'self_hosted', state: 'proof_required' },
      { ownership: 'self_hosted', state: 'rejected' },
    ],
    refuses: [
      { ownership: 'self_hosted', state: 'travel_rule' },
      { ownership: 'self_hosted', state: 'cooling' },
      { ownership: 'self_hosted', state: 'active' },
      { ownership: 'self_hosted', state: 'suspended' },
    ],
  },
  'destinations.address.suspended_by_while_suspended': {
    accepts: [{ state: 'active' }, { state: 'suspended' }, { state: 'suspended', suspended_by: 'staff' }],
    refuses: [{ state: 'active', suspended_by: 'staff' }],
  },
  // A label that looks like an address or an id could be mistaken for one.
  'destinations.address.plain_label': {
    accepts: [{ label: 'cold' }, { label: 'a'.repeat(39) }],
    refuses: [{ label: 'a'.repeat(40) }, { label: `0x${'a'.repeat(40)}` }, { label: 'A'.repeat(40) }, ...uuidLabels],
  },
  'access.api_key.api_key_nonce_window_ms_check': {
    accepts: [{}, { nonce_window_ms: 1_000 }, { nonce_window_ms: 86_400_000 }],
    refuses: [{ nonce_window_ms: 999 }, { nonce_window_ms: 86_400_001 }],
  },
  'access.api_key.api_key_overlap_seconds_check': {
    accepts: [{}, { overlap_seconds: 0 }, { overlap_seconds: 2_592_000 }],
    refuses: [{ overlap_seconds: -1 }, { overlap_seconds: 2_592_001 }],
  },
  'access.api_key.overlap_of_successor': {
    accepts: [{}, { replaces: '00000000-0000-7000-8000-000000000001', overlap_seconds: 0 }],
    refuses: [{ replaces: '00000000-0000-7000-8000-000000000001' }, { overlap_seconds: 0 }],
  },
  'directory.institution.institution_name_check': lengths('name', 140),
  'people.second_person.second_person_amounts_check': {
    accepts: [{ amounts: {} }, { amounts: { CHF: '1' } }],
    refuses: [{ amounts: [] }, { amounts: '1' }],
  },
  'destinations.bank_account.bank_account_label_check': lengths('label', 64),
  'destinations.bank_account.bank_account_name_check': lengths('name', 140),
  'destinations.bank_account.plain_label': {
    accepts: [{ label: 'main' }, { label: '12345612345678 main' }],
    refuses: [{ label: '12345612345678' }, { label: '123456 12345678' }, { label: '123456-12345678' }, ...uuidLabels],
  },
  'people.approval.approval_decision_reason_check': lengths('decision_reason', 1_000),
  'people.approval.approval_reason_check': lengths('reason', 1_000),
  'people.approval.approved_before_use': {
    accepts: [{ state: 'waiting' }, { state: 'approved', used_at: day }],
    refuses: [
      { state: 'waiting', used_at: day },
      { state: 'refused', used_at: day },
    ],
  },
  'people.approval.decided_by_somebody': {
    accepts: [
      { state: 'waiting' },
      { state: 'expired' },
      ...['approved', 'refused'].map((state) => ({ state, checker: id })),
    ],
    refuses: [{ state: 'approved' }, { state: 'refused' }, { state: 'waiting', checker: id }],
  },
  'people.approval.decided_with_evidence': {
    accepts: [{}, { checker: id, checker_session: id, evidence: '{}', decided_at: day }],
    refuses: [
      { checker: id, checker_session: id, evidence: '{}' },
      { checker: id, checker_session: id, decided_at: day },
      { checker: id, evidence: '{}', decided_at: day },
      { checker_session: id, evidence: '{}', decided_at: day },
      { evidence: '{}' },
    ],
  },
  'people.approval.one_maker': {
    accepts: [{ maker: id, maker_session: id }, { maker_key: id }],
    refuses: [{}, { maker: id }, { maker: id, maker_session: id, maker_key: id }, { maker_key: id, maker_session: id }],
  },
  'people.approval.refused_with_a_reason': {
    accepts: [{ state: 'refused', decision_reason: 'no' }, { state: 'approved' }],
    refuses: [{ state: 'refused' }],
  },
  'people.approval.withdrawn_by_somebody': {
    accepts: [{ state: 'waiting' }, { state: 'withdrawn' }, { state: 'withdrawn', withdrawn_by: 'key 1' }],
    refuses: [{ state: 'waiting', withdrawn_by: 'key 1' }],
  },
  'people.approval.used_once': {
    accepts: [{}, { used_at: day, used_by: '7' }],
    refuses: [{ used_at: day }, { used_by: '7' }],
  },
  'people.approval.four_eyes': {
    accepts: [{ maker: id }, { maker: id, checker: other }],
    refuses: [{ maker: id, checker: id }],
  },
  'people.device.device_agent_check': atMost('agent', 200),
  'people.device.device_check': {
    accepts: [{}, { person_id: id, confirmed_at: day }],
    refuses: [{ person_id: id }, { confirmed_at: day }],
  },
  'people.device.device_label_check': lengths('label', 64),
  'people.passkey.passkey_name_check': lengths('name', 64),
  'people.password.password_hash_check': {
    accepts: [{ hash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA' }],
    refuses: [{ hash: 'a password' }, { hash: '$argon2i$v=19$' }],
  },
  'directory.person.person_check': {
    accepts: [{ side: 'staff' }, { side: 'institution', institution_id: id }],
    refuses: [{ side: 'institution' }, { side: 'staff', institution_id: id }],
  },
  'directory.person.person_email_check': {
    accepts: [{ email: 'a@b' }, { email: 'a'.repeat(254) }],
    refuses: [{ email: '@b' }, { email: 'a'.repeat(255) }, { email: 'Ann@b' }],
  },
  'directory.person.person_name_check': lengths('name', 140),
  'people.session.session_agent_check': atMost('agent', 200),
}
