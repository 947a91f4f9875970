-- no transaction
-- The rows that name somebody by e-mail address: found when a person is erased.
create index concurrently if not exists audit_by_email on audit (
  lower(coalesce(after ->> 'email', before ->> 'email'))
) where action like 'invitation.%';
