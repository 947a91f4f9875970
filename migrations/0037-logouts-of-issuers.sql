-- When the issuer last said that this person has signed out there, by the clock of the issuer: an old message ends nothing new.
alter table account_identity add column logged_out_at timestamptz;
-- The operator who connected it without proof: it ends with their role.
alter table account_identity add column linked_by uuid;
