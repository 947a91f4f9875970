-- An invitation to an app (app_id is set) or to an organization. It belongs to whoever owns that
-- thing; accepted, rejected and revoked ones are deleted, their story is in the audit.
create table invitation (
  owner_id           uuid not null,
  id                 uuid not null,
  app_id             uuid,
  email              text not null,
  email_key          text not null check (email_key = lower(email_key)),
  app_role           app_role,
  -- What the invited person becomes in the organization; none for an app that a person owns.
  organization_role  organization_role,
  invited_by         uuid not null references account (id),
  -- Stands in the address the invited person answers at, and is shown to nobody else. It opens
  -- nothing by itself: only the account with this e-mail can answer.
  answer_key         uuid not null,
  created_at         timestamptz(3) not null,
  expires_at         timestamptz(3) not null,
  primary key (owner_id, id),
  foreign key (owner_id, app_id) references app (owner_id, id),
  check ((app_id is null) = (app_role is null)),
  check (app_id is not null or organization_role is not null)
);
create unique index invitation_by_email on invitation (owner_id, app_id, email_key) nulls not distinct;
create unique index invitation_by_answer_key on invitation (owner_id, answer_key);
-- "My invitations" and "those I sent": both reach across owners.
create index invitation_by_invited on invitation (email_key);
create index invitation_by_inviter on invitation (invited_by);
