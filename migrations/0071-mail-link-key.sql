-- The key that signs the links in e-mails of notifications, encrypted with the secret key. It stays when the secret key is replaced.
create table mail_link_key (
  id          smallint primary key check (id = 1),
  sealed_key  bytea not null,
  created_at  timestamptz(3) not null
);
