-- What people search by in portal and console, and what nothing else has looked for before (web-api/search.ts). Names are found
-- by their beginning, in any case.
create index institution_name on directory.institution (lower(name) text_pattern_ops);
create index person_name on directory.person (lower(name) text_pattern_ops);
create index address_text on destinations.address (lower(address));
create index bank_account_identifier on destinations.bank_account (identifier);
create index wire_bankref on banking.wire (bankref);
create index wire_reference on banking.wire (reference) where reference is not null;
create index wire_sender_account on banking.wire (sender_account) where sender_account is not null;
create index deposit_txid on transfers.deposit (txid);
create index withdrawal_clreqid on transfers.withdrawal (clreqid) where clreqid is not null;
create index mint_clreqid on issuance.mint (clreqid) where clreqid is not null;
create index redemption_clreqid on issuance.redemption (clreqid) where clreqid is not null;
create index rail_clreqid on rails.rail (clreqid) where clreqid is not null;

-- What waits for staff (base/waiting.ts) is little among much.
create index wallet_screening on destinations.address (updated_at) where state = 'screening';
create index bank_account_unconfirmed on destinations.bank_account (created_at) where not accepted and disabled_at is null;
create index agreement_signed on onboarding.agreement (updated_at) where state = 'signed';
create index hold_undecided on compliance.hold (created_at) where state in ('placed', 'under_review');
create index payment_stuck on rails.payment (updated_at) where stuck is not null;
create index payout_listed on banking.payout (created_at, id);
create index kyb_waiting on onboarding.kyb_case (updated_at)
  where state in ('in_review', 'edd_required', 'review_overdue', 'periodic_review', 'info_requested');

-- When something last came from outside (console/system.ts).
create index file_received_at on banking.file (received_at);
create index statement_taken_at on rails.statement (taken_at);
