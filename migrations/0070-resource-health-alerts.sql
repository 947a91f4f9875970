-- Sent as well: that an operator has set a resource to another state. Kinds are added, none is taken away.
alter table delivery drop constraint delivery_kind_check;
alter table delivery add constraint delivery_kind_check
  check (kind in ('event', 'removed', 'test', 'quota-request', 'quota-usage', 'maintenance', 'resource-health'));
alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check
  check (kind in ('quota-request', 'quota-usage', 'resource-health'));
