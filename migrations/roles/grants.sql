-- "binnacle migrate" runs this at its end, where the roles of deploy/cluster/roles.sql exist.
-- A table or view that a migration adds needs a place here: nobody may use what is not listed.
revoke all on all tables in schema public from binnacle_serve, binnacle_work;
grant select, insert, update, delete on
     account, account_email, account_group, account_identity, account_password, action_group,
     activity_log_alert, alert_test, api_token, app, app_member, audit, availability, delivery,
     delivery_attempt, ended_session, event, event_position, event_reach, event_revision, footprint,
     freed_name, group_organization_role, impacted_resource, invitation, invitation_link,
     issuer_group, mail, mail_count, mail_link_key, maintenance_reminder, migration, notice,
     notification, notification_matcher, oauth_client, oauth_record, oauth_signing_key,
     one_use_link, organization, organization_member, owner_name, passkey, passkey_challenge,
     quota_endpoint, quota_limit, quota_provider, quota_request, quota_resource, quota_sub_request,
     quota_usage, recovery_code, region, request_key, second_factor_failure, second_factor_use,
     secret_key, service, subscription, subscription_member, totp_secret
  to binnacle_serve, binnacle_work;
-- To lock rows through a view takes the right to update.
grant select, update on
     direct_access, group_access, issued_access, organization_access, principal, subscription_access
  to binnacle_serve, binnacle_work;
grant usage on all sequences in schema public to binnacle_serve, binnacle_work;

-- The job engine looks after its own tables.
grant usage on schema pgboss to binnacle_serve, binnacle_work;
grant select, insert, update, delete on all tables in schema pgboss to binnacle_serve, binnacle_work;
grant usage on all sequences in schema pgboss to binnacle_serve, binnacle_work;

-- The audit trail can be added to, and not changed.
revoke update, delete on audit from binnacle_serve, binnacle_work;
-- Except for counts: failed sign-ins of a minute are one row, which every node adds to.
grant update (after) on audit to binnacle_serve;

-- Erasing a person removes what is personal from the trail. The function runs with the rights of binnacle_migrate.
revoke execute on function erase_person_from_audit(uuid) from public;
grant execute on function erase_person_from_audit(uuid) to binnacle_serve;

-- Which migrations were applied is for "binnacle migrate" alone to say.
revoke insert, update, delete on migration
  from binnacle_serve, binnacle_work;

-- Jobs neither sign people in nor make credentials.
revoke all on account_password, oauth_client, oauth_signing_key, passkey, totp_secret, recovery_code
  from binnacle_work;
revoke insert, update, delete on secret_key from binnacle_work;
revoke insert on api_token, oauth_record, one_use_link, invitation_link, second_factor_use, passkey_challenge
  from binnacle_work;
