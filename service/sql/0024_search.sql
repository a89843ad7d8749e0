-- What people search for: parts of transactions and addresses, amounts, days. An index with text_pattern_ops serves the
-- whole text as well.

drop index chains.operation_txid_idx;
create index operation_txid_start on chains.operation (txid text_pattern_ops) where txid is not null;
create index operation_txid_end on chains.operation (reverse(txid) text_pattern_ops) where txid is not null;
create index attempt_hash on chains.attempt (hash text_pattern_ops);
create index attempt_hash_end on chains.attempt (reverse(hash) text_pattern_ops);

drop index transfers.deposit_txid;
create index deposit_txid on transfers.deposit (txid text_pattern_ops);
create index deposit_txid_end on transfers.deposit (reverse(txid) text_pattern_ops);

create index payment_txid on rails.payment (txid text_pattern_ops) where txid is not null;
create index payment_txid_end on rails.payment (reverse(txid) text_pattern_ops) where txid is not null;

drop index destinations.address_text;
create index address_text on destinations.address (lower(address) text_pattern_ops);
create index address_text_end on destinations.address (reverse(lower(address)) text_pattern_ops);

create index mint_amount on issuance.mint (quantity, institution_id);
create index redemption_amount on issuance.redemption (quantity, institution_id);
create index withdrawal_amount on transfers.withdrawal (quantity, institution_id);
create index deposit_amount on transfers.deposit (quantity, institution_id);
create index wire_amount on banking.wire (amount, institution_id);
create index payout_amount on banking.payout (amount);
create index payment_received on rails.payment (received, institution_id);
create index payment_sent on rails.payment (sent, institution_id) where sent is not null;

create index mint_newest on issuance.mint (created_at, id);
create index redemption_newest on issuance.redemption (created_at, id);
create index withdrawal_newest on transfers.withdrawal (created_at, id);
create index deposit_newest on transfers.deposit (created_at, id);
