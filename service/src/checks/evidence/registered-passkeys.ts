// Evidence is signed by a passkey of people.passkey. An attacker with write access to that table could add one and sign with
// it, so the audit chain must record its registration too.

/**
 * For a join: passkeys with their public key, the credential as in evidence, and whether the audit chain records that this
 * person registered exactly this passkey. The chain is read once.
 */
export const passkeysWithEntries = `(
  select p.person_id, p.public_key, rtrim(translate(encode(p.credential_id, 'base64'), E'+/\\n', '-_'), '=') as credential,
    added.person is not null as registered
  from people.passkey p left join (
    select distinct entry ->> 'subject' as person, entry #>> '{detail,credential_hash}' as credential,
      entry #>> '{detail,public_key_hash}' as public_key
    from (select base.json_object(body) as entry from audit.entry
      where body like '%"action":"passkey.added"%') entries
    where entry ->> 'action' = 'passkey.added'
  ) added on (added.person, added.credential, added.public_key)
    = (p.person_id::text, encode(sha256(p.credential_id), 'hex'), encode(sha256(p.public_key), 'hex')))`

/** The problem of a signing passkey; null if there is none, or without a passkey. */
export const registrationFault = (registered: boolean | null): string | null =>
  registered === false ? 'the audit chain does not tell that its passkey was added' : null
