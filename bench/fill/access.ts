import type pg from 'pg'

const id = (kind: string, n: number) => `00000000-0000-7000-${kind}-${String(n).padStart(12, '0')}`
const idOf = (kind: string, n: string) =>
  `('00000000-0000-7000-${kind}-' || lpad((${n})::text, 12, '0'))::uuid`
const name = (n: string) => `'s-' || lpad((${n})::text, 5, '0')`

/** Two people with the same access: with a role on each subscription, and through one of 200 groups. */
export const ID_OF = { byHand: id('8000', 1), throughGroups: id('8000', 2) }
/** What they have access to. */
export const OPENED = Array.from(
  { length: 1000 },
  (_, n) => `s-${String(n * 5 + 1).padStart(5, '0')}`,
)

/** 5,000 subscriptions with 50 roles each, and so many accounts, of which each is in a group and in an organization. */
export async function fillAccess(client: pg.Client, accounts: number): Promise<void> {
  await client.query(`
    insert into account (id, name, display_name, email, created_at, updated_at)
    select ${idOf('8000', 'n')}, 'u' || n, 'U', 'u' || n || '@example.com', now(), now()
      from generate_series(1, ${accounts}) as n;
    insert into account_identity (issuer, subject, account_id)
    select 'https://login.example.com', id::text, id from account;
    insert into account_password (account_id, salt, hash, updated_at)
    select id, decode(repeat('00', 16), 'hex'), decode(repeat('00', 64), 'hex'), now() from account;
    insert into ended_session (account_id, id, ended_at, expires_at)
    select id, gen_random_uuid(), now(), now() + interval '1 day' from account;
    insert into organization (id, name, display_name, created_at, updated_at)
    select ${idOf('9000', 'n')}, 'o' || n, 'O', now(), now() from generate_series(1, 100) as n;
    insert into organization_member (organization_id, account_id, role, joined_at)
    select ${idOf('9000', 'n % 100 + 1')}, ${idOf('8000', 'n')}, 'member', now()
      from generate_series(3, ${accounts}) as n;
    insert into issuer_group (id, issuer, value, display_name, created_at)
    select ${idOf('a000', 'n')}, 'https://login.example.com', 'g' || n, 'G', now()
      from generate_series(1, 200) as n;
    insert into account_group (group_id, account_id, ends_at)
    select ${idOf('a000', 'n % 200 + 1')}, ${idOf('8000', 'n')}, now() + interval '1 day'
      from generate_series(3, ${accounts}) as n
    union all
    select ${idOf('a000', 'n')}, '${ID_OF.throughGroups}', now() + interval '1 day'
      from generate_series(1, 200) as n;
    insert into subscription (id, organization_id, display_name, created_at, updated_at)
    select ${name('n')}, ${idOf('9000', '1')}, 'S', now(), now() from generate_series(1, 5000) as n;
    insert into subscription_member (subscription_id, principal_id, role, created_at)
    select ${name('s')}, ${idOf('8000', `(s * 37 + n * 1999) % (${accounts} - 2) + 3`)},
           'reader'::subscription_role, now()
      from generate_series(1, 5000) as s, generate_series(1, 50) as n
    union all
    select ${name('n * 5 + 1')}, '${ID_OF.byHand}', 'reader', now() from generate_series(0, 999) as n
    on conflict do nothing;
    insert into subscription_member (subscription_id, principal_id, role, created_at, kind)
    select ${name('n * 5 + 1')}, ${idOf('a000', 'n / 5 + 1')}, 'reader'::subscription_role, now(),
           'group'::principal_kind
      from generate_series(0, 999) as n
    union all
    select ${name('n * 5 + 2')}, ${idOf('9000', 'n / 10 + 1')}, 'reader', now(), 'organization'
      from generate_series(0, 999) as n`)
}

/** As it was before: roles of principals alone, and their index. */
export const UNDO = `
  delete from subscription_member where kind in ('organization', 'group');
  drop index subscription_member_of_principal, subscription_member_of_many;
  create index subscription_member_by_principal on subscription_member (principal_id)`
