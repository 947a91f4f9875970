-- The trusted issuer whose groups gave somebody this role. Null: somebody gave it here, and no issuer changes it.
alter table organization_member add column granted_by_issuer text;
