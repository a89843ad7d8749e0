// The tables that grow with use, and the others.

/** Why a table stays small: it may be read as a whole. */
export const small: { readonly [table: string]: string } = {
  'people.rehearsal': 'a trial is rolled back: no row is ever committed',
  'audit.head': 'one row',
  'audit.shape': 'a row for each form that a table has had',
  'audit.shipment': 'a row for each destination',
  'banking.bank_account': 'our own accounts',
  'banking.feed': 'one row',
  'banking.manual_file': 'brought by people',
  'banking.manual_line': 'brought by people',
  'base.data_key': 'a row for each person of a KYB case',
  'base.definition': 'a row for each edition of a function or view',
  'base.environment': 'one row',
  'base.migration': 'a row for each migration',
  'chains.allow_list': 'decisions of people',
  'chains.coin_reading': 'a row for each coin on each chain',
  'chains.contract': 'a row for each coin on each chain',
  'chains.listing': 'a few rows for each wallet, where an allow list is on',
  'chains.cursor': 'a row for each chain',
  'compliance.switch': 'decisions of people',
  'chains.lease': 'a row for each key that sends',
  'chains.supply': 'a row for each coin on each chain',
  'chains.trouble': 'what stands in the way at the moment',
  'compliance.list_source': 'a row for each list',
  'compliance.list_version': 'about one a day for each list',
  'onboarding.information_request': 'filled in by people',
  'onboarding.kyb_document': 'filled in by people',
  'onboarding.kyb_document_content': 'filled in by people',
  'onboarding.kyb_person': 'filled in by people',
  'people.second_person': 'a few rows for each institution',
  'ledger.asset': 'a row for each asset',
  'ledger.chart': 'a row for each kind of account',
  'markets.rate': 'a row for each symbol',
  'markets.rate_range': 'prices of the last hours',
  'people.approval': 'decisions of people',
  'people.approval_kind': 'written from the code',
  'people.attempt': 'of the last minutes or days',
  'people.challenge': 'of the last minutes or days',
  'people.device': 'of the last minutes or days',
  'people.link': 'a few rows for each person',
  'people.passkey': 'a few rows for each person',
  'people.password': 'a few rows for each person',
  'directory.person': 'a few rows for each person',
  'directory.person_role': 'a few rows for each person',
  'people.recovery_code': 'a few rows for each person',
  'people.role': 'written from the code',
  'people.role_conflict': 'written from the code',
  'people.session': 'sign-ins of people',
  'people.totp': 'a few rows for each person',
  'rails.cursor': 'one row',
  'reports.outsourced_service': 'kept by people',
  'state.machine': 'written from the code',
  'state.transition': 'written from the code',
  'trading.desk_flow': 'the last hour',
  'trading.pair': 'a row for each pair',
  'trading.position': 'a row for each pair at each venue',
  'trading.quote_hold': 'quotes that are open',
  'trading.venue': 'a row for each venue',
  'work.claim': 'a row for each kind of work',
  'work.clock': 'one row',
  'work.horizon': 'one row',
  'work.pulse': 'one row',
}

/** Columns that need a unique value in each copy of a row; `n` counts the copies. */
export const own: { readonly [table: string]: { readonly [column: string]: string } } = {
  'audit.seal': { first: '-n', last: '-n' },
  'banking.entry': {
    notified_by: 'coalesce(t.notified_by, 1)',
    confirmed_by: 'coalesce(t.confirmed_by, 1)',
    booked_at: 'coalesce(t.booked_at, now())',
    reported: `t.reported || jsonb_build_object('bankref', t.bankref || '-' || n)`,
  },
  'banking.payment_order': { message_id: `'M' || n`, execution_date: 't.execution_date - n % 3650' },
  'banking.payout': { id: `md5('p' || n)::uuid`, subject: `md5('p' || n)::uuid`, end_to_end_id: `'E' || n` },
  'banking.reference': { institution_id: 'gen_random_uuid()', currency: 't.currency' },
  'chains.deposit_address': {
    institution_id: 'case when t.rail_id is null then gen_random_uuid() end',
    family: 't.family',
  },
  'chains.movement': { request_id: `'0x' || encode(sha256(('m' || n)::bytea), 'hex')` },
  'chains.operation': { request_id: `'0x' || encode(sha256(('o' || n)::bytea), 'hex')` },
  'compliance.list_entry': { reference: `'r' || n` },
  'access.api_key': { spki: `sha256(('k' || n)::bytea)` },
  'onboarding.agreement': { institution_id: 'gen_random_uuid()', product: 't.product' },
  'ledger.account': {
    asset: 't.asset',
    owner: 'gen_random_uuid()::text',
    balance: `case t.name when 'transitional' then 0 else t.balance end`,
  },
  'ledger.entry': { account_id: '-n', journal_id: '-n' },
  'rails.statement': {
    currency: 't.currency',
    day: 't.day - n',
    taken_on: 't.taken_on - n',
    taken_at: `t.taken_at - n * interval '1 day'`,
  },
  'rails.statement_entry': { source: `t.source || n`, kind: 't.kind' },
  'transfers.statement': { institution_id: 'gen_random_uuid()', currency: 't.currency' },
  // Of three pairs, and at most 30 days old: older rows are deleted.
  'trading.price': { symbol: `t.symbol || repeat('-', n % 3)`, minute: `t.minute - n / 3 * interval '1 minute'` },
  'rails.rail': { funding: `jsonb_set(t.funding, '{reference}', to_jsonb('R' || n))` },
}

/** A first row for tables that the walk leaves empty. */
export const firsts: { readonly [table: string]: string } = {
  'banking.alias': `(account, bankref, entry_id) values ('CH93', 'a', 1)`,
  'banking.bank_case': `(kind, cause, entry_id, detail, opened_at, closed_at, closed_by)
    values ('recall', 'c', 1, '{}', now(), now(), 'x')`,
  'banking.sender': `(account, institution_id, created_at) values ('CH93', gen_random_uuid(), now())`,
  'banking.unclear_line': `(message_id, place, account, format, booking_date, value_date, amount, reported, entries)
    values (1, 1, 'CH93', 'mt940', now(), now(), 1, '{}', '{1}')`,
  'chains.wallet': `(chain, key, address) values ('BASE', 'deposit:1', '')`,
  'chains.token_account': `(address, owner, mint) values ('a', 'o', 'm')`,
  'compliance.hold': `(id, institution_id, subject_kind, subject_id, reason, maker, checker, state, created_at,
      updated_at)
    values (gen_random_uuid(), gen_random_uuid(), 'mint', gen_random_uuid(), 'aml_review', 'm', 'c', 'released', now(),
      now())`,
  'compliance.part': `(id, whole) values (gen_random_uuid(), gen_random_uuid())`,
  'access.key_challenge': `(key_id, value, expires_at) select id, '', now() from access.api_key limit 1`,
  'access.recent_call': `(key_id, at, path, status, trace_id, ip)
    values (gen_random_uuid(), now(), '/', 200, 't', '127.0.0.1')`,
  'issuance.conversion': `(id, institution_id, sell, buy, bought, reference, expires_at, provider, held, sent, reused,
      delivered, network_fee, sold, spread, state, created_at, updated_at)
    values (gen_random_uuid(), gen_random_uuid(), 'ETH', 'CHF', 1, 'r', now(), 'p', 1, 1, 0, true, 0, 1, 0, 'wired', now(),
      now())`,
  'issuance.conversion_leg': `(id, conversion_id, source, owner, amount, reserved, fee, outcome)
    values (gen_random_uuid(), gen_random_uuid(), 1, gen_random_uuid(), 1, 1, 1, 'delivered')`,
  'rails.statement_entry': `(source, kind, bankref, amount, provider, currency, day)
    values ('s', 'arrival', 'b', 1, 'p', 'CHF', now())`,
  'trading.execution': `(id, order_id, institution_id, venue, quoteid, symbol, side, qty, price, amount, state, created_at,
      updated_at)
    values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'alpha', 'q', 'ETH/CHF', 'Buy', 1, 1, 1, 'settled',
      now(), now())`,
  'trading.price': `(symbol, minute, bid, ask) values ('ETH/CHF', date_trunc('minute', now()), 1, 1)`,
  'transfers.statement': `(id, institution_id, currency, period_from, period_to, sequence)
    values (gen_random_uuid(), gen_random_uuid(), 'CHF', now(), now() + interval '1 day', 1)`,
  'transfers.unreferenced': `(payout_id, until) values (gen_random_uuid(), now())`,
  'work.used_id': `(institution_id, clreqid, used_at) select id, 'used', now() from directory.institution limit 1`,
}

/** The copied rows, if not all of them grow in number. */
export const copiedOnly: { readonly [table: string]: string } = {
  'chains.wallet': `starts_with(key, 'deposit:')`,
  'ledger.account': `owner <> ''`,
}
