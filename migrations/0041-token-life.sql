-- The longest and the default life of new tokens of an organization and of its apps, in days. Null: only
-- the settings of the installation count.
alter table organization
  add column longest_token_days integer check (longest_token_days between 1 and 3650),
  add column default_token_days integer check (default_token_days between 1 and 3650);
