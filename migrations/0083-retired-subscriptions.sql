-- From then on nobody has a role on it. Its id stays taken.
alter table subscription add column retired_at timestamptz(3);
