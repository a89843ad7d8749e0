import type { Tx } from '@specie/service/base/database/db.ts'
import { stamped } from '../trace-key.ts'

export type Corruption = {
  readonly what: string
  /** The attack: SQL, or several steps. */
  readonly done: string | ((tx: Tx) => Promise<unknown>)
  /** The expected report; `:id` is the result of `of` before the attack. */
  readonly named: string
  readonly of?: string
}

/** The service continues its work: its writes have its mark. */
async function asTheService(tx: Tx, statement: string): Promise<void> {
  await stamped(tx)
  await tx.query(`set local role specie_app; ${statement}; reset role`)
  await tx.query(`select set_config('specie.key', '', true)`)
}

const off = 'set local session_replication_role = replica;'
const asService = 'set local role specie_app;'
/** A superuser can even become the login of the service. */
const asLogin = 'set local session authorization specie_app;'

const first = (table: string, where = 'true', column = 'id') =>
  `select ${column} from ${table} where ${where} order by ${column} limit 1`
const row = (table: string, where?: string) => `id = (${first(table, where)})`
const person = first('directory.person', `side = 'staff'`)

/** A row version as the trigger would write it, except for the invented mark. */
const ownVersion = (table: string, where: string, role = 'specie_app') => `
  insert into audit.version (name, id, shape, was, hash, role, session, mark)
  select '${table}', t.id::text, v.shape, v.hash, sha256(convert_to(to_jsonb(t)::text, 'UTF8')), '${role}', v.session, v.mark
  from ${table} t cross join lateral (select * from audit.version v where v.name = '${table}' and v.id = t.id::text order by seq desc limit 1) v
  where t.${where}`

const address = row('destinations.address')
const account = row('destinations.bank_account')
const utc = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';`

const byRole: Corruption[] = [
  {
    what: 'a key may be used from anywhere, as the role of the service',
    done: `${asService} update access.api_key set ip_allowlist = '{0.0.0.0/0}' where ${row('access.api_key')}`,
    of: first('access.api_key'),
    named: 'access.api_key :id was written manually',
  },
  {
    what: 'the same as the login of the service',
    done: `${asLogin} update access.api_key set ip_allowlist = '{0.0.0.0/0}' where ${row('access.api_key')}`,
    of: first('access.api_key'),
    named: 'access.api_key :id was written manually',
  },
  {
    what: 'a session of somebody of the staff',
    done: `${off} insert into people.session (id, person_id, token_hash, kind, method, factor_at, created_at, seen_at, expires_at, ip, agent) select '00000000-0000-4000-8000-00000000c0de', (${person}), sha256('mine'), 'token', 'passkey', now(), now(), now(), now() + interval '1 day', '127.0.0.1', 'x'`,
    named: 'people.session 00000000-0000-4000-8000-00000000c0de was written past the service',
  },
  {
    what: 'a link that lets somebody in',
    done: `${asLogin} insert into people.link (id, person_id, purpose, token_hash, expires_at, created_at) select '00000000-0000-4000-8000-00000000c0de', (${person}), 'recovery', sha256('mine'), now() + interval '1 day', now()`,
    named: 'people.link 00000000-0000-4000-8000-00000000c0de was written manually',
  },
  {
    what: 'a command line that somebody has confirmed',
    done: `${off} insert into people.device (id, device_hash, user_code, side, label, person_id, confirmed_at, expires_at, created_at, ip, agent) select '00000000-0000-4000-8000-00000000c0de', sha256('mine'), 'MINE-MINE', 'staff', 'x', (${person}), now(), now() + interval '1 day', now(), '127.0.0.1', 'x'`,
    named: 'people.device 00000000-0000-4000-8000-00000000c0de was written past the service',
  },
  {
    what: 'another password of somebody',
    done: `${asService} update people.password set hash = '$argon2id$mine'`,
    of: first('people.password', 'true', 'person_id'),
    named: 'people.password :id was written manually',
  },
  {
    what: 'no authenticator app any more',
    done: `${asService} delete from people.totp`,
    of: first('people.totp', 'true', 'person_id'),
    named: 'people.totp :id was written manually',
  },
  {
    what: 'a passkey of their own',
    done: `${asLogin} insert into people.passkey (id, person_id, credential_id, public_key, counter, name, created_at, rp_id) select '00000000-0000-4000-8000-00000000c0de', (${person}), '\\x01', '\\x02', 0, 'mine', now(), 'localhost'`,
    named: 'people.passkey 00000000-0000-4000-8000-00000000c0de was written manually',
  },
  {
    what: 'a sanctions list that counts as read',
    done: `${asService} insert into compliance.list_source (list, source) values ('Nobody Ltd', 'review')`,
    named: 'compliance.list_source Nobody Ltd was written manually',
  },
  {
    what: 'another role of a person, by the function for it',
    done: `${asLogin} select people.set_roles((${person}), '{auditor}')`,
    of: person,
    named: 'directory.person_role :id',
  },
]

const pastTriggers: Corruption[] = [
  {
    what: 'another wallet address',
    done: `${off} update destinations.address set address = '0x000000000000000000000000000000000000dEaD' where ${address}`,
    of: first('destinations.address'),
    named: 'destinations.address :id was changed past the service',
  },
  {
    what: 'another account number of a client',
    done: `${off} update destinations.bank_account set identifier = 'CH5604835012345678009' where ${account}`,
    of: first('destinations.bank_account'),
    named: 'destinations.bank_account :id was changed past the service',
  },
  {
    what: 'another public key',
    done: `${off} update access.api_key set spki = '\\x01' where ${row('access.api_key')}`,
    of: first('access.api_key'),
    named: 'access.api_key :id was changed past the service',
  },
  {
    what: 'another payment reference',
    done: `${off} update banking.reference set value = 'RF18539007547034' where (institution_id, currency) = (select institution_id, currency from banking.reference order by institution_id || '/' || currency limit 1)`,
    of: `select institution_id || '/' || currency from banking.reference order by 1 limit 1`,
    named: 'banking.reference :id was changed past the service',
  },
  {
    what: 'an account of ours at the bank',
    done: `${off} update banking.bank_account set iban = 'CH5604835012345678009' where iban = (select min(iban) from banking.bank_account)`,
    named: 'banking.bank_account CH5604835012345678009 was written past the service',
  },
  {
    what: 'the token of a session',
    done: `${off} update people.session set token_hash = sha256('mine') where ${row('people.session')}`,
    of: first('people.session'),
    named: 'people.session :id was changed past the service',
  },
  {
    what: 'the password of somebody',
    done: `${off} update people.password set hash = '$argon2id$mine'`,
    of: first('people.password', 'true', 'person_id'),
    named: 'people.password :id was changed past the service',
  },
  {
    what: 'a recovery code that was used is good again',
    done: `${off} insert into people.recovery_code select person_id, sha256('mine') from people.recovery_code limit 1`,
    of: first('people.recovery_code', 'true', 'person_id'),
    named: 'people.recovery_code :id',
  },
  {
    what: 'the public key of a passkey',
    done: `${off} update people.passkey set public_key = '\\x01' where ${row('people.passkey')}`,
    of: first('people.passkey'),
    named: 'people.passkey :id was changed past the service',
  },
  {
    what: 'personal data that cannot be read any more',
    done: `${off} delete from base.data_key`,
    of: first('base.data_key', 'true', 'subject'),
    named: 'base.data_key :id is gone',
  },
  {
    what: 'a client id that can be used again',
    done: `${off} delete from work.used_id where clreqid = 'long ago'`,
    of: `select institution_id || '/long ago' from work.used_id where clreqid = 'long ago'`,
    named: 'work.used_id :id is gone',
  },
  {
    what: 'a client id that was never used',
    done: `${off} insert into work.used_id select institution_id, 'next week', now() from work.used_id limit 1`,
    named: '/next week was written past the service',
  },
  {
    what: 'a nonce that falls',
    done: `${off} update access.key_use set last_nonce = 0 where key_id = (${first('access.nonce_mark', 'nonce > 0', 'key_id')})`,
    of: first('access.nonce_mark', 'nonce > 0', 'key_id'),
    named: 'access.key_use :id: its nonce is 0, and was',
  },
  {
    what: 'a nonce that falls, and its note with it',
    done: `${off} update access.key_use set last_nonce = 0; update access.nonce_mark set nonce = 0`,
    of: first('access.nonce_mark', 'nonce > 0', 'key_id'),
    named: 'access.nonce_mark :id was changed past the service',
  },
  {
    what: 'a lower count of what the desk has traded',
    done: `${off} update trading.desk_flow set base = 0 where symbol = 'ETH/CHF' and began = (select max(began) from trading.closed_flow where symbol = 'ETH/CHF')`,
    named: 'trading.desk_flow ETH/CHF',
  },
  {
    what: 'no count of what the desk has traded',
    done: `${off} delete from trading.desk_flow; delete from trading.closed_flow`,
    named: 'trading.closed_flow ETH/CHF/',
  },
  {
    what: 'a time before which quotes may be gone',
    done: `${off} insert into work.horizon values ('trading.quote', now(), now()) on conflict (name) do update set before = now()`,
    named: 'work.horizon trading.quote',
  },
  {
    what: 'another role of a person',
    done: `${off} insert into directory.person_role select (${person}), 'admin' on conflict (person_id, role) do update set is_taken = not directory.person_role.is_taken`,
    of: person,
    named: 'directory.person_role :id/admin was',
  },
  {
    what: 'a request that nobody approved',
    done: `${off} update people.approval set payload = '{}' where ${row('people.approval')}`,
    of: first('people.approval'),
    named: ':id',
  },
  {
    what: 'a pair that trades again',
    done: `${off} insert into trading.pair (symbol, updated_at, halted) values ('BTC/CHF', now(), 'x') on conflict (symbol) do update set halted = 'x'`,
    named: 'trading.pair BTC/CHF was',
  },
  {
    what: 'a balance',
    done: `${off} update ledger.account set balance = balance + 1 where ${row('ledger.account', 'version > 0')}`,
    of: first('ledger.account', 'version > 0'),
    named: 'ledger.account :id',
  },
]

const withVersions: Corruption[] = [
  {
    what: 'another wallet, with a version of their own',
    done: `${off}${utc} update destinations.address set address = '0x000000000000000000000000000000000000dEaD' where ${address}; ${ownVersion('destinations.address', address)}`,
    of: first('destinations.address'),
    named: 'destinations.address :id was written manually',
  },
  {
    what: 'another account number, with a version as of a migration',
    done: `${off}${utc} update destinations.bank_account set identifier = 'CH5604835012345678009' where ${account}; ${ownVersion('destinations.bank_account', account, 'migration')}`,
    of: first('destinations.bank_account'),
    named: 'destinations.bank_account :id was written manually',
  },
  {
    what: 'another wallet, before the service itself changes the row',
    done: async (tx) => {
      await tx.query(
        `${off} update destinations.address set address = '0x000000000000000000000000000000000000dEaD' where ${address}`,
      )
      await tx.query('set local session_replication_role = origin')
      await asTheService(tx, `update destinations.address set updated_at = now() where ${address}`)
    },
    of: first('destinations.address'),
    named: 'destinations.address :id was changed past the service before',
  },
  {
    what: 'a version that was true once, as the newest',
    done: `insert into audit.version (committed, name, id, shape, was, hash, role, session, mark) select committed, name, id, shape, was, hash, role, session, mark from audit.version where name = 'access.api_key' order by seq limit 1`,
    named: 'access.api_key',
  },
  {
    what: 'a row and all its versions gone',
    done: `${off} delete from people.passkey; delete from audit.version where name = 'people.passkey'`,
    named: 'versions from',
  },
  {
    what: 'the hash of a version',
    done: `${off} update audit.version set hash = sha256('x') where seq = (select min(seq) from audit.version where mark is not null)`,
    named: 'was written manually',
  },
  {
    what: 'what a version covers',
    done: `${off} update audit.shape set columns = '{id}' where name = 'destinations.address'`,
    named: 'destinations.address',
  },
  {
    what: 'a seal',
    done: `${off} update audit.seal set sha256 = sha256('x') where id = (select min(id) from audit.seal)`,
    named: 'audit.seal',
  },
]

/** The chain from entry `from` on, rewritten so that each hash follows. */
const rebuilt = (from: string) => `do $$
  declare one record; last bytea := (select hash from audit.entry where seq = ${from} - 1);
  begin
    for one in select * from audit.entry where seq >= ${from} order by seq loop
      last := sha256(last || int8send(one.seq) || convert_to(one.body, 'UTF8'));
      update audit.entry set hash = last where seq = one.seq;
    end loop;
    update audit.head set hash = last;
  end $$`
const edited = `update audit.entry set body = replace(body, '"actor":"', '"actor":"not ') where seq = 3`

const ofTheChain: Corruption[] = [
  { what: 'who did it', done: `${off} ${edited}`, named: 'audit.entry 3' },
  {
    what: 'who did it, and every hash after that',
    done: `${off} ${edited}; ${rebuilt('3')}`,
    named: 'the chain has another entry there',
  },
  {
    what: 'the same with their own signatures',
    done: `${off} ${edited}; ${rebuilt('3')}; update audit.signature s set hash = e.hash, public_key = sha256('mine'), signature = sha256('a') || sha256('b') from audit.entry e where e.seq = s.seq`,
    named: 'is by another key',
  },
  {
    what: 'the end of the chain cut off, with its signatures',
    done: `${off} delete from audit.entry where seq > 5; delete from audit.signature where seq > 5; delete from audit.seal; update audit.head set (seq, hash) = (select seq, hash from audit.entry where seq = 5)`,
    named: 'the chain ends at 5',
  },
]

const ofTheCatalog: Corruption[] = [
  {
    what: 'a function that pays somebody else',
    done: `create or replace function people.is_used(asked people.approval) returns boolean language sql as 'select true'`,
    named: 'function people.is_used',
  },
  {
    what: 'a function that was replaced for a moment',
    done: async (tx) => {
      const [was] = await tx.query<{ text: string }>(
        `select pg_get_functiondef('audit.note_destinations_address'::regproc) as text`,
      )
      await tx.query(was!.text.replaceAll(`current_setting('role')`, `'specie_app'`))
      await tx.query(`update destinations.address set label = 'mine' where ${address}`)
      await tx.query(was!.text)
    },
    of: first('destinations.address'),
    named: 'destinations.address :id was written manually',
  },
  {
    what: 'a trigger that is off',
    done: 'alter table destinations.address disable trigger keep_update',
    named: 'trigger keep_update of destinations.address',
  },
  {
    what: 'a trigger that was off for a moment',
    done: `alter table destinations.address disable trigger all; update destinations.address set address = '0x000000000000000000000000000000000000dEaD' where ${address}; alter table destinations.address enable trigger all`,
    of: first('destinations.address'),
    named: 'destinations.address :id was changed past the service',
  },
  {
    what: 'a right of the service',
    done: 'grant update on ledger.account to specie_app',
    named: 'grant of update on ledger.account to specie_app',
  },
  {
    what: 'rows that the service does not see',
    done: 'alter table compliance.hold enable row level security; create policy none on compliance.hold',
    named: 'policy none of compliance.hold',
  },
  {
    what: 'a check that allows everything',
    done: 'alter table people.approval drop constraint four_eyes; alter table people.approval add constraint four_eyes check (true)',
    named: 'constraint four_eyes of people.approval',
  },
  {
    what: 'triggers that do not fire for the service',
    done: 'alter role specie_app set session_replication_role = replica',
    named: 'setting session_replication_role of specie_app',
  },
  {
    what: 'a state that nothing led to',
    done: `${off} insert into state.transition (machine, from_state, event, to_state, while_held) select name, initial, 'mine', initial, true from state.machine where name = 'hold'`,
    named: 'state.transition hold/',
  },
  {
    what: 'who may approve',
    done: `${off} update people.approval_kind set checkers = makers where name = 'hold.decide'`,
    named: 'people.approval_kind hold.decide',
  },
  {
    what: 'an account that may go below zero',
    done: `${off} update ledger.chart set floored = false where (pool, name) = ('client', 'available')`,
    named: 'ledger.chart client/available',
  },
  {
    what: 'a newer version that nobody installed',
    done: `alter table banking.payout disable trigger unchanged; insert into base.prepared (catalog, at) values ('newer', now())`,
    named: 'trigger unchanged of banking.payout',
  },
]

export const insiderCorruptions: readonly Corruption[] = [
  ...byRole,
  ...pastTriggers,
  ...withVersions,
  ...ofTheChain,
  ...ofTheCatalog,
]
