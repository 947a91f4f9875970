-- Run with psql after each "binnacle migrate", as binnacle_migrate, on the database.
\set ON_ERROR_STOP on

-- The audit trail can be added to, and not changed.
revoke update, delete on audit from binnacle_serve, binnacle_work;
-- Except for counts: failed sign-ins of a minute are one row, which every node adds to.
grant update (after) on audit to binnacle_serve;

-- Erasing a person removes what is personal from the trail. The function runs with the rights of binnacle_migrate.
revoke execute on function erase_person_from_audit(uuid) from public;
grant execute on function erase_person_from_audit(uuid) to binnacle_serve;

-- Which migrations were applied is for "binnacle migrate" alone to say.
revoke insert, update, delete on migration
  from binnacle_serve, binnacle_work;

-- Jobs neither sign people in nor make credentials.
revoke all on account_password, oauth_client, oauth_signing_key, passkey, totp_secret, recovery_code
  from binnacle_work;
revoke insert, update, delete on secret_key from binnacle_work;
revoke insert on api_token, oauth_record, one_use_link, invitation_link, second_factor_use, passkey_challenge
  from binnacle_work;
