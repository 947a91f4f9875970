-- Most owners, accounts and subscriptions have a row or two here, and a few have thousands. By the average, an
-- index that begins with the owner looks as good as one that also has the id: for each app of a large owner,
-- all of its apps were read. With 50 rows for each owner, the planner takes the index that has both.
alter table app alter column owner_id set (n_distinct = -0.02);
alter table api_token alter column home_id set (n_distinct = -0.02);
alter table quota_request alter column subscription_id set (n_distinct = -0.02);
alter table quota_sub_request alter column subscription_id set (n_distinct = -0.02);
-- It counts from the next time that the tables are analyzed.
analyze app, api_token, quota_request, quota_sub_request;
