-- A link that signs an operator in has one name everywhere.
alter table one_use_link rename column is_break_glass to signs_in;

-- Sessions that began with one say so under its former name, which no longer limits them to an hour.
delete from oauth_record
 where account_id in (select account_id from one_use_link where signs_in and used_at is not null);
delete from second_factor_use where method = 'break-glass';
alter table second_factor_use drop constraint second_factor_use_method_check;
alter table second_factor_use add constraint second_factor_use_method_check
  check (method in ('passkey', 'totp', 'recovery-code', 'issuer', 'sign-in-link'));
