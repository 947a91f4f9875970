-- Whether a link signs an operator in once. Otherwise it sets a password.
alter table one_use_link add column is_break_glass boolean not null default false;
